import { describe, expect, test } from "vitest";
import { asksForPassword, type PageNow, pageDifference } from "./samePage.ts";

const hash = "0".repeat(64);
const left = {
  url: "http://site.test/form?id=7",
  title: "Form",
  form: {
    digest: hash,
    fields: [
      { field: "name", hash },
      { field: "name (2)", hash },
    ],
  },
  text: [{ contains: "Course 7" }],
};
const same: PageNow = {
  url: left.url,
  title: left.title,
  text: "Welcome to  Course 7",
  fields: ["name", "name (2)", "late"],
  asksForPassword: false,
};

describe("the page a restart comes back to", () => {
  test.each<[string, Partial<PageNow>, string | null]>([
    ["is the same", {}, null],
    ["is the same and has a password field, as it had", { asksForPassword: true }, null],
    ["stands at another address", { url: "http://site.test/form?id=8" }, "checkpointMismatch"],
    ["has another title", { title: "Forms" }, "checkpointMismatch"],
    ["lost the text it had", { text: "Course 8" }, "checkpointMismatch"],
    ["has not yet a field that appears later", { fields: ["name"] }, null],
    ["has none of the fields", { fields: ["other"] }, "formChanged"],
    [
      "is a login page at another address",
      { url: "http://site.test/login", asksForPassword: true },
      "sessionExpired",
    ],
    [
      "is a login form in its place",
      { fields: ["user", "password"], asksForPassword: true },
      "sessionExpired",
    ],
  ])("%s", (_, now, code) => {
    expect(pageDifference(left, { ...same, ...now })?.code ?? null).toBe(code);
  });
});

test.each([
  ["password", "current-password", [], true],
  ["password", "", [], true],
  ["password", "new-password", [], false],
  ["password", "section-a new-password", [], false],
  ["password", "", ["it is not displayed"], false],
  ["text", "username", [], false],
] as const)(
  "a %s field (%s, hidden: %j) asks for a password: %s",
  (kind, autocomplete, hiddenBecause, asks) => {
    expect(asksForPassword([{ kind, autocomplete, hiddenBecause }])).toBe(asks);
  },
);

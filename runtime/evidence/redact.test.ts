import { expect, test } from "vitest";
import { scrub, scrubText } from "./redact.ts";

const secret = 'pa"ss wörd+1';

test.each([
  ["as it is", secret],
  ["JSON-escaped", JSON.stringify(secret)],
  ["percent-encoded", encodeURIComponent(secret)],
  ["as a form sends it", encodeURIComponent(secret).replaceAll("%20", "+")],
  ["base64", Buffer.from(secret).toString("base64")],
])("a secret is scrubbed %s", (_, spelled) => {
  const scrubbed = scrubText(`before ${spelled} after`, [secret]);
  expect(scrubbed).not.toContain(spelled);
  expect(scrubbed).toMatch(/^before .*\[secret\].* after$/);
});

test("every string inside a value is scrubbed, keys and other values stay", () => {
  const value = { name: secret, list: [secret, 1, null, { deep: `x${secret}` }] };
  expect(scrub(value, [secret])).toEqual({
    name: "[secret]",
    list: ["[secret]", 1, null, { deep: "x[secret]" }],
  });
});

test("a longer secret is scrubbed before a shorter one inside it", () => {
  expect(scrubText("abcdefgh", ["abcd", "abcdefgh"])).toBe("[secret]");
});

test("values too short to tell from ordinary words stay, or the evidence would be blanked out", () => {
  expect(scrubText("a cat", ["a", "cat"])).toBe("a cat");
});

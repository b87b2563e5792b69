import { describe, expect, test } from "vitest";
import type { WaitCondition } from "../../runtime/contract/index.ts";
import { parseJob } from "./jobFile.ts";
import { jobOf, jobText } from "./testJob.ts";

const text = (contains: string): WaitCondition => ({ text: { matcher: { contains } } });
const url = (contains: string): WaitCondition => ({ url: { matcher: { contains } } });

const good: readonly (readonly [rule: string, written: string, condition: WaitCondition])[] = [
  ["text: the page shows it", "{ text: Thank you }", text("Thank you")],
  ["url: the address contains it", "{ url: /done }", url("/done")],
  [
    "element: a CSS selector of something visible",
    "{ element: .ok }",
    { element: { target: { css: ".ok" }, state: "visible" } },
  ],
  ["several short forms must all hold", "{ text: a, url: b }", { all: [text("a"), url("b")] }],
  [
    "short forms may be nested",
    "{ any: [ { text: a }, { not: { url: b } } ] }",
    { any: [text("a"), { not: url("b") }] },
  ],
  [
    "a short form may stand beside one in full",
    "{ text: a, url: { matcher: { exact: b } } }",
    { all: [text("a"), { url: { matcher: { exact: "b" } } }] },
  ],
  ["a condition in full", "{ text: { matcher: { exact: a } } }", { text: { matcher: { exact: "a" } } }],
  [
    "a condition in full beside a short form",
    "{ all: [ { text: a }, { document: { ready: complete } } ] }",
    { all: [text("a"), { document: { ready: "complete" } }] },
  ],
];

test.each(good)("%s", (_, written, condition) => {
  expect(jobOf(jobText({ expect: `expect: ${written}` })).expect).toEqual(condition);
});

const example = "must name a condition, such as { text: Thank you }";
const deep = `${"{ not: ".repeat(10)}{ text: a }${" }".repeat(10)}`;
const bad: readonly (readonly [what: string, written: string, message: string])[] = [
  ["nothing", "", `expect: ${example}`],
  ["no condition", "{}", `expect: ${example}`],
  ["a bare text", "Thank you", `expect: ${example}`],
  ["an unknown condition", "{ txt: a }", "expect.txt: unknown field"],
  ["an unknown condition beside a short form", "{ text: a, txt: b }", "expect.all[1].txt: unknown field"],
  ["an empty text", "{ text: '' }", "expect.text.matcher.contains: empty"],
  [
    "an unknown matcher",
    "{ text: { matcher: { containz: a } } }",
    "expect.text.matcher.containz: unknown field",
  ],
  [
    "a pattern that cannot be read",
    "{ text: { matcher: { regex: '(' } } }",
    "expect.text.matcher.regex: not a usable pattern: error parsing regexp: missing closing ): `(`",
  ],
];

describe("a bad condition is refused with its field", () => {
  test.each(bad)("%s", (_, written, message) => {
    expect(parseJob(jobText({ expect: `expect: ${written}` }))).toEqual({ fault: { line: 5, message } });
  });

  test("one that is nested without end", () => {
    expect(parseJob(jobText({ expect: `expect: ${deep}` }))).toMatchObject({ fault: { line: 5 } });
    expect(parseJob(jobText({ expect: "expect: &e { not: *e }" }))).toMatchObject({ fault: { line: 5 } });
  });

  test("one of a probe", () => {
    const more = "probe:\n  url: http://site.test/\n  applied: { text: a }\n  notApplied: {}";
    expect(parseJob(jobText({ more }))).toEqual({
      fault: { line: 9, message: `probe.notApplied: ${example}` },
    });
  });
});

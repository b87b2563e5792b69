import { describe, expect, test } from "vitest";
import { parseJob } from "./jobFile.ts";
import { fieldsText, jobOf, jobText } from "./testJob.ts";

const one = (field: string) => jobText({ fields: `fields:\n  - ${field}` });
const many = Array.from({ length: 129 }, (_, n) => `{ purpose: field ${n}, value: v }`);
const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
url: *c
`;

const bad: readonly (readonly [what: string, text: string, line: number, message: string])[] = [
  ["an empty file", "", 1, "a job file is a mapping with url, fields, submit and expect"],
  ["a text", "just words", 1, "a job file is a mapping with url, fields, submit and expect"],
  ["a list", "- url: http://site.test/", 1, "a job file is a mapping with url, fields, submit and expect"],
  ["binary rubbish", "\u0000\u0001\u0002", 1, "a job file is a mapping with url, fields, submit and expect"],
  ["an unknown field", jobText({ more: "expects: { text: x }" }), 6, "expects: unknown field"],
  [
    "an unknown field of a field",
    one("{ purpose: a, value: b, colour: red }"),
    3,
    "fields[0].colour: unknown field",
  ],
  [
    "an unknown hint",
    one("{ purpose: a, value: b, hints: { rolle: x } }"),
    3,
    "fields[0].hints.rolle: unknown field",
  ],
  ["a merge key", jobText({ more: "<<: { timeout: 5 }" }), 6, "<<: unknown field"],
  ["a prototype as a field", jobText({ more: "__proto__: { timeout: 5 }" }), 6, "__proto__: unknown field"],
  ["a mapping as a key", jobText({ more: "? [a, b]\n: c" }), 1, "[ a, b ]: unknown field"],
  ["no url", jobText({ url: "# none" }), 2, "url: is missing"],
  ["an empty url", jobText({ url: "url:" }), 1, "url: is empty; write '' for no text"],
  ["a url that is none", jobText({ url: "url: register" }), 1, "url: not an absolute http or https URL"],
  [
    "a url of another scheme",
    jobText({ url: "url: file:///etc/passwd" }),
    1,
    "url: not an absolute http or https URL",
  ],
  [
    "a list for a url",
    jobText({ url: "url: [http://site.test/]" }),
    1,
    "url: Invalid input: expected string, received array",
  ],
  ["no fields", jobText({ fields: "fields: []" }), 2, "fields: Too small: expected array to have >=1 items"],
  [
    "fields that are no list",
    jobText({ fields: "fields: { name: Ada }" }),
    2,
    "fields: Invalid input: expected array, received object",
  ],
  [
    "too many fields",
    jobText({ fields: fieldsText(...many) }),
    3,
    "fields: Too big: expected array to have <=128 items",
  ],
  [
    "a mapping for a value",
    one("{ purpose: a, value: { b: c } }"),
    3,
    "fields[0].value: Invalid input: expected string, received object",
  ],
  ["a value left out", one("purpose: a\n    value:"), 4, "fields[0].value: is empty; write '' for no text"],
  [
    "a value and a secret",
    one("{ purpose: a, value: b, secret: S }"),
    3,
    "fields[0]: needs exactly one of value and secret",
  ],
  ["neither value nor secret", one("purpose: a"), 3, "fields[0]: needs exactly one of value and secret"],
  ["a field without purpose and label", one("value: b"), 3, "fields[0]: needs a purpose or a label"],
  [
    "a submit without purpose and label",
    jobText({ submit: "submit: {}" }),
    4,
    "submit: needs a purpose or a label",
  ],
  [
    "a secret for a choice",
    one("{ purpose: a, secret: S, kind: choice }"),
    3,
    "fields[0]: a secret can only be typed: kind must be text",
  ],
  [
    "a secret's name with a space",
    one("{ purpose: a, secret: my password }"),
    3,
    "fields[0].secret: not a secret's name",
  ],
  [
    "an unknown kind",
    one("purpose: a\n    value: b\n    kind: dance"),
    5,
    'fields[0].kind: Invalid option: expected one of "text"|"choice"|"check"',
  ],
  [
    "a long purpose",
    one(`{ purpose: ${"x".repeat(257)}, value: b }`),
    3,
    "fields[0].purpose: longer than 256 bytes",
  ],
  [
    "a long value",
    one(`{ purpose: a, value: ${"x".repeat(65_537)} }`),
    3,
    "fields[0].value: longer than 65536 bytes",
  ],
  [
    "a long choice",
    one(`{ purpose: a, kind: choice, value: ${"x".repeat(4_097)} }`),
    3,
    "fields[0]: a choice is at most 4096 bytes long",
  ],
  [
    "the name of an extract twice",
    jobText({ more: "extract: [{ name: r, purpose: a }, { name: r, purpose: b }]" }),
    6,
    "extract: names must be unique",
  ],
  [
    "a probe that does not say what applied looks like",
    jobText({ more: "probe: { url: http://site.test/ }" }),
    6,
    "probe.applied: is missing",
  ],
  ["a long timeout", jobText({ more: "timeout: 900" }), 6, "timeout: Too big: expected number to be <=280"],
  [
    "a timeout in words",
    jobText({ more: "timeout: soon" }),
    6,
    "timeout: Invalid input: expected number, received string",
  ],
  [
    "bad YAML",
    jobText({ fields: "fields:\n  - purpose: a\n   value: b" }),
    4,
    "not YAML: Sequence item without - indicator",
  ],
  [
    "a tab as indentation",
    jobText({ fields: "fields:\n\t- purpose: a" }),
    3,
    "not YAML: Tabs are not allowed as indentation",
  ],
  ["a field twice", jobText({ more: "url: http://other.test/" }), 6, "not YAML: Map keys must be unique"],
  [
    "two documents",
    `${jobText()}---\n${jobText()}`,
    7,
    "not YAML: Source contains multiple documents; please use YAML.parseAllDocuments()",
  ],
  [
    "an alias without its anchor",
    jobText({ fields: "fields: *none" }),
    1,
    "Unresolved alias (the anchor must be set before the alias): none",
  ],
  ["aliases that multiply", bomb, 1, "Excessive alias count indicates a resource exhaustion attack"],
  [
    "an alias inside its own anchor",
    jobText({ url: "url: &u [*u]" }),
    1,
    "url: Invalid input: expected string, received array",
  ],
];

describe("a bad job file is refused with the line and the field", () => {
  test.each(bad)("%s", (_, text, line, message) => {
    expect(parseJob(text)).toEqual({ fault: { line, message } });
  });
});

test("lines are counted in files from Windows too", () => {
  const text = `\uFEFF${jobText({ more: "expects: 1" })}`.replaceAll("\n", "\r\n");
  expect(parseJob(text)).toEqual({ fault: { line: 6, message: "expects: unknown field" } });
});

test("a field may be written once and used twice by an anchor", () => {
  const fields = "fields:\n  - &name\n    purpose: full name\n    value: 007\n  - *name";
  expect(jobOf(jobText({ fields })).fields.map(({ value }) => value)).toEqual(["007", "007"]);
});

test("JSON is YAML", () => {
  const text = JSON.stringify({
    url: "http://site.test/",
    fields: [{ purpose: "a", value: "b" }],
    submit: { purpose: "s" },
    expect: { text: "t" },
  });
  expect(jobOf(text)).toMatchObject({ url: "http://site.test/", timeout: 60 });
});

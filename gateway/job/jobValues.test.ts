import { expect, test } from "vitest";
import { jobOf, jobText } from "./testJob.ts";

const values: readonly (readonly [written: string, taken: string])[] = [
  ["01234", "01234"],
  ["1.50", "1.50"],
  ["1e3", "1e3"],
  ["0x1F", "0x1F"],
  ["-5", "-5"],
  ["12345678901234567890", "12345678901234567890"],
  ["yes", "yes"],
  ["no", "no"],
  ["true", "true"],
  ["TRUE", "TRUE"],
  ["2026-01-02", "2026-01-02"],
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
  ["12:30", "12:30"],
  ["Null", "Null"],
  ["~", "~"],
  [".nan", ".nan"],
  ["+44 20 7946 0018", "+44 20 7946 0018"],
  ["007 # the agent", "007"],
  ["'01'", "01"],
  ['""', ""],
  ['"a\\tb"', "a\tb"],
  ["!!str 012", "012"],
  ["|\n      first\n      second", "first\nsecond\n"],
  [">-\n      folded\n      text", "folded text"],
];

test.each(values)("the value %j is entered as %j", (written, taken) => {
  const job = jobOf(jobText({ fields: `fields:\n  - purpose: a\n    value: ${written}` }));
  expect(job.fields[0]?.value).toBe(taken);
});

test("a value is kept as written under the older YAML too, where yes is true and a date is a moment", () => {
  const fields = "fields:\n  - { purpose: a, value: yes }\n  - { purpose: b, value: 2026-01-02 }";
  const job = jobOf(`%YAML 1.1\n---\n${jobText({ fields })}`);
  expect(job.fields.map(({ value }) => value)).toEqual(["yes", "2026-01-02"]);
});

test("what a person reads on the page is kept as written as well", () => {
  const job = jobOf(jobText({ submit: "submit: { label: 2024.0 }", expect: "expect: { text: 100.00 }" }));
  expect(job.submit.label).toBe("2024.0");
  expect(job.expect).toEqual({ text: { matcher: { contains: "100.00" } } });
});

test("numbers and truth values that are meant as such stay so", () => {
  const fields = "fields:\n  - { label: a, value: 1, hints: { ordinal: 2, allowBestMatch: true } }";
  const job = jobOf(jobText({ fields, more: "timeout: 30" }));
  expect(job.fields[0]).toMatchObject({ value: "1", hints: { ordinal: 2, allowBestMatch: true } });
  expect(job.timeout).toBe(30);
});

import { expect, test } from "vitest";
import type { TextMatch } from "../contract/index.ts";
import { matchesText, patternFault } from "./matchText.ts";

test.each<[string, TextMatch, string, boolean]>([
  ["exact text", { exact: "Thank you" }, "Thank you", true],
  ["white space is folded", { exact: "Thank you" }, "  Thank\n\t you ", true],
  ["a no-break space is white space", { exact: "Thank you" }, "Thank\u00a0you", true],
  ["exact is not contains", { exact: "Thank you" }, "Thank you, Ada", false],
  ["contains", { contains: "you, A" }, "Thank you, Ada", true],
  ["case counts", { contains: "thank" }, "Thank you", false],
  ["composed and decomposed letters are the same", { contains: "Zoe\u0308" }, "Dear Zo\u00eb", true],
  ["a pattern", { regex: "R-[0-9]{6}" }, "Reference R-000123.", true],
  ["a pattern that does not fit", { regex: "^R-[0-9]{6}$" }, "Reference R-000123.", false],
])("%s", (_, matcher, text, fits) => {
  expect(matchesText(matcher, text)).toBe(fits);
});

test("a pattern that would backtrack for ever elsewhere ends at once", () => {
  expect(matchesText({ regex: "^(a+)+$" }, `${"a".repeat(50_000)}b`)).toBe(false);
});

test("a pattern outside the linear-time syntax is a fault with a reason", () => {
  expect(patternFault("(a)\\1")).toMatch(/./);
  expect(patternFault("(")).toMatch(/./);
  expect(patternFault("a|b")).toBeNull();
});

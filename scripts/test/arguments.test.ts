import { expect, test } from "vitest";
import { parseArguments } from "./arguments.mjs";

test("without arguments everything runs", () => {
  expect(parseArguments([])).toEqual({});
});

test.each([["--only", "unit"], ["--only=unit"]])("%s %s runs that group alone", (...args) => {
  expect(parseArguments(args.filter(Boolean))).toEqual({ only: "unit" });
});

test.each([[["--only"]], [["--only", "lint"]], [["unit"]], [["--only", "unit", "more"]]])(
  "%j is refused with the usage, never ignored",
  (args) => {
    expect(parseArguments(args)).toEqual({ usage: "usage: npm test -- [--only check|unit|e2e]" });
  },
);

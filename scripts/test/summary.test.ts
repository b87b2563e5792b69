import { expect, test } from "vitest";
import { summarize } from "./summary.mjs";

const lint = { name: "lint", exitCode: 0, seconds: 1 };
const unit = { name: "unit", exitCode: 0, seconds: 2, counts: { passed: 10, failed: 0, skipped: 0 } };
const e2e = { name: "e2e", exitCode: 0, seconds: 3, counts: { passed: 4, failed: 0, skipped: 0 } };
const all = { testsExpected: true };

test("the last line adds the counts of all runners", () => {
  const { lines, exitCode } = summarize([lint, unit, e2e], all);
  expect(lines.at(-1)).toBe("14 passed, 0 failed");
  expect(exitCode).toBe(0);
});

test("skipped tests are named in the last line only if there are any", () => {
  const skipping = { ...e2e, counts: { passed: 4, failed: 0, skipped: 2 } };
  expect(summarize([unit, skipping], all).lines.at(-1)).toBe("14 passed, 0 failed, 2 skipped");
});

test("a failing runner gives its exit code, its name and its failures", () => {
  const failing = { ...e2e, exitCode: 3, counts: { passed: 2, failed: 2, skipped: 0 } };
  const { lines, exitCode } = summarize([unit, failing], all);
  expect(lines.slice(-2)).toEqual(["failed at: e2e", "12 passed, 2 failed"]);
  expect(exitCode).toBe(3);
});

test("a step that fails without a failed test never ends in '0 failed'", () => {
  expect(summarize([{ ...lint, exitCode: 1 }], all).lines.at(-1)).toBe("0 passed, 1 failed");
  expect(summarize([unit, { ...e2e, exitCode: 1 }], all).lines.at(-1)).toBe("14 passed, 1 failed");
});

test("a run in which no test ran is a failure", () => {
  const idle = { ...unit, counts: { passed: 0, failed: 0, skipped: 7 } };
  const { lines, exitCode } = summarize([idle], all);
  expect(lines.slice(-2)).toEqual(["failed: no test ran", "0 passed, 0 failed, 7 skipped"]);
  expect(exitCode).toBe(1);
});

test("failed tests are a failure even if their runner says it went well", () => {
  const lying = { ...unit, counts: { passed: 1, failed: 1, skipped: 0 } };
  expect(summarize([lying], all).exitCode).toBe(1);
});

test("a bare check that passes prints no count of tests", () => {
  const { lines, exitCode } = summarize([lint], { testsExpected: false });
  expect(lines.some((line) => line.includes("passed"))).toBe(false);
  expect(exitCode).toBe(0);
});

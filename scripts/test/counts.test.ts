import { expect, test } from "vitest";
import { playwrightCounts, readCounts, vitestCounts } from "./counts.mjs";

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [{ status: "failed", assertionResults: [{ status: "failed" }] }],
};

test("vitest's pending and to-do tests both count as skipped", () => {
  expect(vitestCounts(vitestReport)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test("a vitest file that does not load counts as one failure, though no test of it ran", () => {
  const broken = { status: "failed", assertionResults: [] };
  const report = { ...vitestReport, testResults: [...vitestReport.testResults, broken] };
  expect(vitestCounts(report).failed).toBe(2);
});

test("Playwright's expected, unexpected and skipped tests are passed, failed and skipped", () => {
  expect(playwrightCounts({ stats: { expected: 3, unexpected: 2, flaky: 0, skipped: 1 } })).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
  });
});

test("a report that is not there counts nothing", () => {
  expect(readCounts({ kind: "vitest", path: "no/such/report.json" })).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
  });
});

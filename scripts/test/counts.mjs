// What ran, from the runners' own JSON reports.
import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Record<import("./steps.mjs").Report["kind"], (report: any) => Counts>} */
const readers = { vitest: vitestCounts, playwright: playwrightCounts };

/**
 * The counts of a report; of one that is missing or cut short, none.
 * @param {import("./steps.mjs").Report} report @returns {Counts}
 */
export function readCounts({ kind, path }) {
  try {
    return readers[kind](JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

/** @param {any} report @returns {Counts} */
export function vitestCounts(report) {
  // A file that does not load fails without a test of its own to fail.
  const brokenFiles = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === "failed" &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {any} report @returns {Counts} */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

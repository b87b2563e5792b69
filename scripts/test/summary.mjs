// Pure: what happened, as lines for a human, a last line for a machine, and an exit code.

/**
 * @typedef {import("./counts.mjs").Counts} Counts
 * @typedef {{ name: string, exitCode: number, seconds: number, counts?: Counts | undefined }} StepOutcome
 */

/**
 * @param {readonly StepOutcome[]} outcomes @param {{ testsExpected: boolean }} options
 * @returns {{ lines: string[], exitCode: number }}
 */
export function summarize(outcomes, { testsExpected }) {
  const lines = outcomes.map(describe);
  const broken = outcomes.find((outcome) => outcome.exitCode !== 0);
  const total = outcomes.map(honestCounts).reduce(add, { passed: 0, failed: 0, skipped: 0 });
  const ran = total.passed + total.failed > 0;
  if (broken) lines.push(`failed at: ${broken.name}`);
  else if (testsExpected && !ran) lines.push("failed: no test ran");
  // Not after a bare check: it runs no test, and a count of nothing would look like one.
  if (testsExpected || broken) lines.push(countLine(total));
  const failed = broken !== undefined || total.failed > 0 || (testsExpected && !ran);
  return { lines, exitCode: failed ? broken?.exitCode || 1 : 0 };
}

// A step that fails without a failed test (a type error, a crashed runner) must not read "0 failed".
/** @param {StepOutcome} outcome @returns {Counts} */
function honestCounts({ exitCode, counts = { passed: 0, failed: 0, skipped: 0 } }) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {Counts} a @param {Counts} b @returns {Counts} */
function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** @param {Counts} counts */
function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** @param {StepOutcome} outcome */
function describe({ name, exitCode, seconds, counts }) {
  const mark = exitCode === 0 ? "✓" : "✗";
  return `${mark} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s${counts ? `   ${countLine(counts)}` : ""}`;
}

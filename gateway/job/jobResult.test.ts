import { expect, test } from "vitest";
import type { CommandOutcome } from "../../runtime/contract/index.ts";
import { exitCodeOf, type JobResult, reasonOf, verdictOf } from "./jobResult.ts";
import { completedWith, endedWith, retryableWith } from "./testOutcome.ts";

const rows: readonly (readonly [CommandOutcome, JobResult["verdict"], number])[] = [
  [completedWith("answered"), "applied", 0],
  [endedWith("needsReconciliation", "unknown", "outcomeUnknown"), "needsReconciliation", 3],
  [endedWith("needsReconciliation", "answered", "outcomeUnknown"), "needsReconciliation", 3],
  [endedWith("needsReconciliation", "sent", "outcomeUnknown"), "needsReconciliation", 3],
  [endedWith("failed", "answered", "rejectedBySite"), "notApplied", 1],
  [endedWith("failed", "unknown", "notApplied"), "notApplied", 1],
  [endedWith("failed", "notSent", "formChanged"), "notSent", 1],
  [endedWith("failed", "none", "targetNotFound"), "notSent", 1],
  [endedWith("policyDenied", "notSent", "policyDenied"), "notSent", 1],
  [endedWith("resourceExhausted", "none", "resourceExhausted"), "notSent", 1],
  [retryableWith("notSent", "interrupted"), "notSent", 1],
  [retryableWith("none", "journalFailed"), "notSent", 1],
];

const resultOf = (outcome: CommandOutcome): JobResult => ({
  key: "k",
  status: outcome.status,
  effect: outcome.effect,
  verdict: verdictOf(outcome),
  workflowId: "w",
  commandId: outcome.commandId,
  extracted: {},
  evidence: [],
  reason: reasonOf(outcome),
});

test.each(rows.map(([outcome, verdict, code]) => ({ outcome, verdict, code })))(
  "$outcome.status with effect $outcome.effect means $verdict and exit code $code",
  ({ outcome, verdict, code }) => {
    const result = resultOf(outcome);
    expect(result.verdict).toBe(verdict);
    expect(exitCodeOf(result)).toBe(code);
  },
);

test("a reason is the error's code and message, or that the expected state holds", () => {
  expect(reasonOf(completedWith("answered"))).toBe("the expected state holds");
  expect(reasonOf(endedWith("failed", "answered", "rejectedBySite"))).toBe("rejectedBySite: as it was said");
});

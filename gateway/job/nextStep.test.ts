import { expect, test } from "vitest";
import type { CommandOutcome } from "../../runtime/contract/index.ts";
import { type EarlierSubmit, nextStep } from "./nextStep.ts";
import { completedWith, endedWith, retryableWith } from "./testOutcome.ts";

const submit = (outcome: CommandOutcome | null): EarlierSubmit => ({
  commandId: "11111111-1111-4111-8111-111111111111",
  class: "boundary",
  phase: outcome === null ? "executing" : "completed",
  outcome,
});
const filled: EarlierSubmit = { ...submit(completedWith("none")), class: "reconciliable" };

const applied = completedWith("answered");
const rejected = endedWith("failed", "answered", "rejectedBySite");
const unknown = endedWith("needsReconciliation", "unknown", "outcomeUnknown");
const notApplied = endedWith("failed", "unknown", "notApplied");
const notSent = retryableWith("notSent", "interrupted");
const refused = endedWith("failed", "notSent", "formChanged");

const rows: readonly (readonly [string, readonly EarlierSubmit[], CommandOutcome | null])[] = [
  ["a job that never came to its submit is recovered", [], null],
  ["a job that was only filled is recovered", [filled], null],
  ["a submit that was applied is reported", [filled, submit(applied)], applied],
  ["a submit that the site rejected is reported", [submit(rejected)], rejected],
  ["a submit without an outcome is recovered", [submit(null)], null],
  ["a submit that may have been applied is recovered", [submit(unknown)], null],
  ["a submit known not to be applied is recovered", [submit(notApplied)], null],
  ["a submit that was not sent is recovered", [submit(notSent)], null],
  ["a submit that was refused before it was sent is recovered", [submit(refused)], null],
  ["an applied submit after one that was not sent is reported", [submit(notSent), submit(applied)], applied],
  ["an applied submit is reported whatever came after it", [submit(applied), submit(notSent)], applied],
  ["the newest of two answers is reported", [submit(rejected), submit(applied)], applied],
];

test.each(rows)("%s", (_, commands, outcome) => {
  expect(nextStep(commands)).toEqual(outcome === null ? { step: "recover" } : { step: "report", outcome });
});

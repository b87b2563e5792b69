import { expect, test } from "vitest";
import { commandPhaseSchema, isTerminal } from "../contract/index.ts";
import { mayFollow, nextPhases } from "./phases.ts";

const phases = commandPhaseSchema.options;

test("every phase but the two final ones leads on, and to a phase that exists", () => {
  for (const phase of phases) {
    const ends = phase === "completed" || phase === "failed";
    expect(nextPhases[phase].length === 0).toBe(ends);
  }
});

test("nothing leads back to a phase before executing once the page was touched", () => {
  for (const from of [
    "executing",
    "verifying",
    "resultPrepared",
    "completed",
    "failed",
    "needsReconciliation",
  ] as const) {
    for (const to of ["accepted", "prepared", "executing"] as const) expect(mayFollow(from, to)).toBe(false);
  }
});

test("a result is always prepared before it is published", () => {
  for (const from of phases) {
    if (from === "resultPrepared" || from === "needsReconciliation") continue;
    for (const to of phases.filter(isTerminal)) expect(mayFollow(from, to)).toBe(false);
  }
});

import { describe, expect, test } from "vitest";
import type { CommandClass, CommandPhase, Coverage, DispatchState } from "../contract/index.ts";
import { decideRecovery } from "./recovery.ts";

const whole: Coverage = { state: "whole" };
const degraded: Coverage = { state: "degraded", reasons: ["webSocket"] };
const classes: readonly CommandClass[] = ["replayable", "reconciliable", "boundary"];

type Row = readonly [
  phases: readonly CommandPhase[],
  dispatches: readonly DispatchState[],
  coverage: Coverage | null,
  verdicts: readonly [replayable: string, reconciliable: string, boundary: string],
];

/** The table of DESIGN §7, in its order. */
const table: readonly Row[] = [
  [["accepted", "prepared"], [], null, ["retry", "notSent", "notSent"]],
  [["executing", "verifying"], [], whole, ["retry", "notSent", "notSent"]],
  [["executing", "verifying"], [], degraded, ["retry", "unknown", "unknown"]],
  [["executing", "verifying"], [], null, ["retry", "unknown", "unknown"]],
  [["executing", "verifying"], ["dispatched"], whole, ["retry", "unknown", "unknown"]],
  [["executing", "verifying"], ["answered", "dispatched"], whole, ["retry", "unknown", "unknown"]],
  [["executing", "verifying"], ["failed"], whole, ["retry", "unknown", "unknown"]],
  [["executing", "verifying"], ["refused"], whole, ["retry", "notSent", "notSent"]],
  [["executing", "verifying"], ["refused"], degraded, ["retry", "unknown", "unknown"]],
  [["executing", "verifying"], ["answered"], whole, ["retry", "reverify", "reverify"]],
  [["executing", "verifying"], ["refused", "answered"], degraded, ["retry", "reverify", "reverify"]],
  [["resultPrepared"], ["dispatched"], degraded, ["finish", "finish", "finish"]],
  [["completed", "failed", "needsReconciliation"], ["dispatched"], degraded, ["stored", "stored", "stored"]],
];

const rows = table.flatMap(([phases, dispatches, coverage, verdicts]) =>
  phases.flatMap((lastPhase) =>
    classes.map((commandClass, index) => ({
      class: commandClass,
      lastPhase,
      dispatches,
      coverage,
      verdict: verdicts[index],
    })),
  ),
);

describe("recovery decides from the journal", () => {
  test.each(rows)(
    "a $class command last seen $lastPhase with $dispatches is: $verdict",
    ({ verdict, ...command }) => {
      const ruling = decideRecovery(command);
      expect(ruling.verdict).toBe(verdict);
      expect(ruling.reasons.length).toBeGreaterThan(0);
    },
  );

  test("whatever is not proved unsent has an effect that no repair hint may call retryable", () => {
    for (const { verdict, ...command } of rows) {
      const { effect } = decideRecovery(command);
      if (verdict === "unknown") expect(effect).toBe("unknown");
      if (verdict === "reverify") expect(effect).toBe("answered");
      if (verdict === "notSent") expect(effect).toBe("notSent");
    }
  });
});

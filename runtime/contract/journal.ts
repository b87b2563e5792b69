import { z } from "zod";

/** Where a command stands; each is one journal record, written before what it announces (DESIGN §5). */
export const commandPhaseSchema = z.enum([
  "accepted",
  "prepared",
  "executing",
  "verifying",
  "resultPrepared",
  "completed",
  "failed",
  "needsReconciliation",
]);
export type CommandPhase = z.infer<typeof commandPhaseSchema>;

/** The phases that nothing changes any more. */
export const settledPhases = ["completed", "failed"] as const satisfies readonly CommandPhase[];
/** The phases of a command that has its answer; `needsReconciliation` waits for a verdict, not for the runtime. */
export const terminalPhases = [...settledPhases, "needsReconciliation"] as const;

export const isSettled = (phase: CommandPhase): boolean => settledPhases.some((one) => one === phase);
export const isTerminal = (phase: CommandPhase): boolean => terminalPhases.some((one) => one === phase);

/** Journalled beside the phases while `executing`: one outgoing request and what became of it. */
export const dispatchStateSchema = z.enum(["dispatched", "answered", "refused", "failed"]);
export type DispatchState = z.infer<typeof dispatchStateSchema>;

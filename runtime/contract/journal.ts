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

/** Journalled beside the phases while `executing`: one outgoing request and what became of it. */
export const dispatchStateSchema = z.enum(["dispatched", "answered", "refused", "failed"]);
export type DispatchState = z.infer<typeof dispatchStateSchema>;

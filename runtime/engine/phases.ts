import type { CommandPhase } from "../contract/index.ts";

/** Which phase may follow which (DESIGN §5). A command that needs reconciliation ends only by a probe, a reading or a resolution. */
export const nextPhases = {
  accepted: ["prepared", "resultPrepared"],
  prepared: ["executing", "resultPrepared"],
  executing: ["verifying", "resultPrepared"],
  verifying: ["resultPrepared"],
  resultPrepared: ["completed", "failed", "needsReconciliation"],
  completed: [],
  failed: [],
  needsReconciliation: ["completed", "failed"],
} as const satisfies Record<CommandPhase, readonly CommandPhase[]>;

export const mayFollow = (from: CommandPhase, to: CommandPhase): boolean =>
  nextPhases[from].some((phase) => phase === to);

import type { CommandPhase } from "../runtime/contract/index.ts";

/** The phases after which a command is no longer under way; `needsReconciliation` waits for a verdict, not for the runtime. */
export const terminalPhases = [
  "completed",
  "failed",
  "needsReconciliation",
] as const satisfies readonly CommandPhase[];

const terminal = new Set<CommandPhase>(terminalPhases);

export const isTerminal = (phase: CommandPhase): boolean => terminal.has(phase);

import {
  type CommandClass,
  type CommandOutcome,
  type CommandPhase,
  type Coverage,
  type Effect,
  type Evidence,
  type ObservedClass,
  RuntimeError,
  toCommandError,
} from "../contract/index.ts";
import type { Interrupted } from "./recovery.ts";
import { decideRecovery } from "./recovery.ts";

/** What every outcome of a command carries. */
export interface OutcomeFacts {
  readonly commandId: string;
  readonly coverage: Coverage;
  readonly observedClass: ObservedClass;
  readonly evidence: readonly Evidence[];
}

const base = (facts: OutcomeFacts, effect: Effect) => ({
  commandId: facts.commandId,
  effect,
  observedClass: facts.observedClass,
  coverage: facts.coverage,
  evidence: [...facts.evidence],
});

/** Codes that say "not now" rather than "not like this". */
const passing = new Set([
  "deadlineExceeded",
  "interrupted",
  "journalFailed",
  "pageCrashed",
  "browserCommandFailed",
  "targetDetached",
]);

export const completed = (facts: OutcomeFacts, effect: Effect): CommandOutcome => ({
  status: "completed",
  ...base(facts, effect),
});

export const needsReconciliation = (
  facts: OutcomeFacts,
  effect: Effect,
  failure: RuntimeError,
): CommandOutcome => ({
  status: "needsReconciliation",
  ...base(facts, effect),
  error: toCommandError(failure, effect),
});

/** A failure after which it is known what left the browser. `retryableFailure` only ever with effect `none` or `notSent`. */
export const failed = (facts: OutcomeFacts, effect: Effect, failure: RuntimeError): CommandOutcome => {
  const error = toCommandError(failure, effect);
  if (failure.code === "policyDenied") return { status: "policyDenied", ...base(facts, effect), error };
  if (failure.code === "resourceExhausted")
    return { status: "resourceExhausted", ...base(facts, effect), error };
  if (passing.has(failure.code) && (effect === "none" || effect === "notSent")) {
    return { status: "retryableFailure", ...base(facts, effect), effect, error };
  }
  return { status: "failed", ...base(facts, effect), error };
};

/** The outcome of a command that stopped before the page was touched. */
export const failedBefore = (
  facts: OutcomeFacts,
  commandClass: CommandClass,
  failure: RuntimeError,
): CommandOutcome => failed(facts, commandClass === "boundary" ? "notSent" : "none", failure);

/** Expected failures keep their code; anything else is a bug or the browser's and says only that. */
export const asRuntimeError = (error: unknown): RuntimeError =>
  error instanceof RuntimeError
    ? error
    : new RuntimeError("internal", error instanceof Error ? error.message : String(error), { cause: error });

/** The outcome of a command whose action was interrupted, live or by a crash: decided by the recovery table in both cases. */
export const interruptedOutcome = (
  facts: OutcomeFacts,
  command: Interrupted,
  failure: RuntimeError,
): CommandOutcome => {
  const ruling = decideRecovery(command);
  if (ruling.verdict === "retry" || ruling.verdict === "notSent")
    return failed(facts, ruling.effect, failure);
  const unknown = new RuntimeError("outcomeUnknown", `${failure.message}: ${ruling.reasons.join("; ")}`, {
    details: { cause: failure.code, reasons: [...ruling.reasons], ...failure.details },
    cause: failure,
  });
  return needsReconciliation(facts, ruling.effect, unknown);
};

/** The terminal phase that publishes an outcome. */
export const terminalPhase = (outcome: CommandOutcome): CommandPhase =>
  outcome.status === "completed" || outcome.status === "needsReconciliation" ? outcome.status : "failed";

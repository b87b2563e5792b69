import {
  type CommandOutcome,
  type Effect,
  type ErrorCode,
  RuntimeError,
  toCommandError,
} from "../../runtime/contract/index.ts";

const base = (effect: Effect) => ({
  commandId: "11111111-1111-4111-8111-111111111111",
  effect,
  observedClass: "unobserved" as const,
  coverage: { state: "whole" as const },
  evidence: [],
});

export const completedWith = (effect: Effect): CommandOutcome => ({ status: "completed", ...base(effect) });

export const endedWith = (
  status: "failed" | "needsReconciliation" | "policyDenied" | "resourceExhausted",
  effect: Effect,
  code: ErrorCode,
): CommandOutcome => ({
  status,
  ...base(effect),
  error: toCommandError(new RuntimeError(code, "as it was said"), effect),
});

export const retryableWith = (effect: "none" | "notSent", code: ErrorCode): CommandOutcome => ({
  status: "retryableFailure",
  ...base(effect),
  effect,
  error: toCommandError(new RuntimeError(code, "as it was said"), effect),
});

import { z } from "zod";
import { coverageSchema, effectSchema, observedClassSchema } from "./effects.ts";
import { commandErrorSchema } from "./errors.ts";
import { evidenceSchema } from "./evidence.ts";
import { idSchema } from "./ids.ts";

const base = {
  commandId: idSchema,
  effect: effectSchema,
  observedClass: observedClassSchema,
  coverage: coverageSchema,
  evidence: z.array(evidenceSchema).max(1_024),
};

const failure = { ...base, error: commandErrorSchema };

/** How a command ended (DESIGN §4). `retryableFailure` is only ever given with effect `none` or `notSent`. */
export const commandOutcomeSchema = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("completed"), ...base }),
  z.strictObject({
    status: z.literal("retryableFailure"),
    ...failure,
    effect: z.enum(["none", "notSent"]),
    retryAfterMs: z.int().min(0).optional(),
  }),
  z.strictObject({ status: z.literal("needsReconciliation"), ...failure }),
  z.strictObject({ status: z.literal("policyDenied"), ...failure }),
  z.strictObject({
    status: z.literal("resourceExhausted"),
    ...failure,
    retryAfterMs: z.int().min(0).optional(),
  }),
  /** The attempt was abandoned and `attemptId` took its place. */
  z.strictObject({ status: z.literal("restarted"), ...base, attemptId: idSchema }),
  z.strictObject({ status: z.literal("failed"), ...failure }),
]);

export type CommandOutcome = z.infer<typeof commandOutcomeSchema>;
export type OutcomeStatus = CommandOutcome["status"];

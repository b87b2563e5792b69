import { z } from "zod";
import { evidenceRefsSchema } from "./checkpoint.ts";
import { commandClassSchema, probeSchema } from "./commands.ts";
import { coverageSchema, effectSchema } from "./effects.ts";
import { evidenceSchema } from "./evidence.ts";
import { idSchema } from "./ids.ts";
import { commandPhaseSchema } from "./journal.ts";
import { limits } from "./limits.ts";
import { timeSchema } from "./text.ts";

/** What the journal says of one command (DESIGN §7). */
export const recoveryVerdictSchema = z.enum(["retry", "notSent", "unknown", "reverify", "finish", "stored"]);
export type RecoveryVerdict = z.infer<typeof recoveryVerdictSchema>;

/** The durable record of a recovery decision and why. */
export const receiptSchema = z.strictObject({
  receiptId: idSchema,
  workflowId: idSchema,
  commandId: idSchema.nullable(),
  at: timeSchema,
  kind: z.enum(["decision", "probe", "resolution", "restart"]),
  class: commandClassSchema.nullable(),
  lastPhase: commandPhaseSchema.nullable(),
  coverage: coverageSchema.nullable(),
  verdict: z.string().max(32),
  effect: effectSchema.nullable(),
  reasons: z.array(z.string().max(512)).max(16),
  /** Who decided: `runtime`, or the name given with a resolution. */
  by: z.string().max(256),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** How a workflow goes on after an interruption (DESIGN §7). */
export const recoveryDecisionSchema = z.discriminatedUnion("decision", [
  /** Nothing is open: the workflow goes on where it stands. */
  z.strictObject({
    decision: z.literal("resumed"),
    workflowId: idSchema,
    attemptId: idSchema,
    reasons: z.array(z.string()),
  }),
  z.strictObject({
    decision: z.literal("restarted"),
    workflowId: idSchema,
    abandonedAttemptId: idSchema,
    attemptId: idSchema,
    sessionId: idSchema,
    pageId: idSchema,
    /** The commands of the abandoned attempt whose inputs were applied again. */
    replayedInputs: z.array(idSchema),
    reasons: z.array(z.string()),
    evidence: z.array(evidenceSchema),
  }),
  z.strictObject({
    decision: z.literal("needsReconciliation"),
    workflowId: idSchema,
    commandId: idSchema,
    /** `outcomeUnknown` while a command is open; otherwise why the work could not be taken up where it stood. */
    code: z.enum(["outcomeUnknown", "sessionExpired", "checkpointMismatch", "formChanged", "interrupted"]),
    /** What the guard saw of that command; null when it had not touched the page. */
    coverage: coverageSchema.nullable(),
    reasons: z.array(z.string()),
    evidence: z.array(evidenceSchema),
  }),
]);
export type RecoveryDecision = z.infer<typeof recoveryDecisionSchema>;

/** What a person or another system found out about a command the runtime could not decide. */
export const resolutionSchema = z
  .strictObject({
    commandId: idSchema,
    by: z.string().min(1).max(256),
    note: z.string().max(limits.noteBytes),
    evidenceRefs: evidenceRefsSchema.default([]),
    verdict: z.enum(["applied", "notApplied"]).optional(),
    /** A question to settle it by, when the command carried none: decisive, or the command stays open. */
    probe: probeSchema.optional(),
  })
  .refine(({ verdict, probe }) => (verdict === undefined) !== (probe === undefined), {
    error: "needs exactly one of verdict and probe",
  });
export type Resolution = z.infer<typeof resolutionSchema>;
export type ResolutionInput = z.input<typeof resolutionSchema>;

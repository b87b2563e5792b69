import { z } from "zod";
import { observationSchema } from "./conditions.ts";
import { idSchema, sha256Schema } from "./ids.ts";
import { dispatchStateSchema } from "./journal.ts";
import { boundedText, timeSchema } from "./text.ts";

const shown = boundedText(4_096);
const label = boundedText(1_024);

/** One scored candidate of a resolution, best first, with the reasons that scored it. */
export const candidateViewSchema = z.strictObject({
  role: label,
  name: label,
  group: label.optional(),
  score: z.number(),
  reasons: z.array(z.string().max(256)).max(16),
});
export type CandidateView = z.infer<typeof candidateViewSchema>;

/** What a person would see named on the page: the control an intent resolved to. */
export const controlViewSchema = z.strictObject({
  kind: z.string().max(32),
  role: label,
  name: label,
  group: label.optional(),
});
export type ControlView = z.infer<typeof controlViewSchema>;

export const fieldMessageSchema = z.strictObject({ field: label, message: label });
export type FieldMessage = z.infer<typeof fieldMessageSchema>;

/** A value as evidence may show it: sensitive ones only say that they are present. */
export const shownValueSchema = z.union([
  z.strictObject({ value: shown }),
  z.strictObject({ redacted: z.literal(true), present: z.boolean() }),
]);
export type ShownValue = z.infer<typeof shownValueSchema>;

const base = {
  /** When the runtime observed it. */
  observedAt: timeSchema,
  /** Set when the item holds text of the page, which nobody vouches for. */
  untrusted: z.literal(true).optional(),
};

/** Typed facts the runtime observed and journalled itself (wire.md "Evidence kinds"). */
export const evidenceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("navigation"), ...base, url: shown, title: label }),
  z.strictObject({
    kind: z.literal("resolution"),
    ...base,
    purpose: label,
    target: controlViewSchema.nullable(),
    /** Digest of the accessible recipe by which the control is found again. */
    fingerprint: sha256Schema.nullable(),
    candidates: z.array(candidateViewSchema).max(8),
    bestMatchAuthorized: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("controlAction"),
    ...base,
    /** The field's name in completeForm, or the purpose. */
    name: label,
    operation: z.string().max(32),
    target: controlViewSchema,
    expected: shownValueSchema,
    state: shownValueSchema,
    validity: z.strictObject({ valid: z.boolean(), message: label }),
    nodeReplaced: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("wait"),
    ...base,
    condition: z.enum(["expectedState", "rejectedState", "condition"]),
    held: z.boolean(),
    elapsedMs: z.int().min(0),
    observations: z.array(observationSchema).max(64),
  }),
  z.strictObject({
    kind: z.literal("screenshot"),
    ...base,
    moment: z.enum(["before", "after", "asked"]),
    artifactId: idSchema,
    mediaType: z.literal("image/png"),
    bytes: z.int().min(1),
    sha256: sha256Schema,
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  z.strictObject({
    kind: z.literal("formDigest"),
    ...base,
    digest: sha256Schema,
    fields: z.int().min(0),
  }),
  z.strictObject({ kind: z.literal("validation"), ...base, messages: z.array(fieldMessageSchema).max(64) }),
  z.strictObject({
    kind: z.literal("extraction"),
    ...base,
    name: label,
    /** Null when nothing on the page fits; a miss does not fail the command. */
    value: shown.nullable(),
    reasons: z.array(z.string().max(256)).max(16),
  }),
  z.strictObject({
    kind: z.literal("probe"),
    ...base,
    verdict: z.enum(["applied", "notApplied", "undecided"]),
    url: shown,
    observations: z.array(observationSchema).max(64),
  }),
  z.strictObject({
    kind: z.literal("networkExchange"),
    ...base,
    requestId: z.string().max(128),
    method: z.string().max(16),
    /** Values of parameters whose name looks like a credential are replaced. */
    url: shown,
    frame: z.enum(["main", "sub", "worker", "unknown"]),
    resourceType: z.string().max(32),
    /** Null when the body holds bytes the browser does not show, such as files from disk. */
    bodySha256: sha256Schema.nullable(),
    bodyBytes: z.int().min(0).nullable(),
    status: z.int().nullable(),
    location: shown.nullable(),
    /** The answers after the first, when it redirected. */
    hops: z
      .array(z.strictObject({ method: z.string().max(16), url: shown, status: z.int().nullable() }))
      .max(32),
    state: dispatchStateSchema,
  }),
  z.strictObject({
    kind: z.literal("unguardedRequest"),
    ...base,
    method: z.string().max(16),
    url: shown,
    resourceType: z.string().max(32),
    /** Whether it was let go (and recorded) or stopped. */
    action: z.enum(["letGo", "stopped"]),
  }),
  z.strictObject({
    kind: z.literal("javaScriptResult"),
    ...base,
    /** JSON text of the value, cut at 64 KiB; null when it cannot be put in JSON. */
    value: boundedText(65_536).nullable(),
    truncated: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("submitBlocked"),
    ...base,
    control: label,
    form: label,
    trigger: z.enum(["control", "key", "script"]),
  }),
  z.strictObject({
    kind: z.literal("checkpoint"),
    ...base,
    checkpointId: idSchema,
    restartUrl: shown,
    currentUrl: shown,
  }),
]);

export type Evidence = z.infer<typeof evidenceSchema>;
export type EvidenceKind = Evidence["kind"];

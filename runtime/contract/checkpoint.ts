import { z } from "zod";
import { commandClassSchema } from "./commands.ts";
import { idSchema, sha256Schema } from "./ids.ts";
import { limits } from "./limits.ts";
import { textMatchSchema } from "./targets.ts";
import { boundedText, timeSchema, urlSchema } from "./text.ts";

/** The form a checkpoint was taken over: a keyed digest per field, never a value. Keyed, so that a guess cannot be checked without the data directory's key. */
export const formDigestSchema = z.strictObject({
  digest: sha256Schema,
  fields: z.array(z.strictObject({ field: boundedText(512), hash: sha256Schema })).max(512),
});
export type FormDigest = z.infer<typeof formDigestSchema>;

/** Commands of the same principal that have ended and whose evidence is meant. */
export const evidenceRefsSchema = z.array(idSchema).max(limits.evidenceRefs);

/** A verified snapshot before a boundary command (DESIGN §2, §6). */
export const checkpointSchema = z.strictObject({
  checkpointId: idSchema,
  workflowId: idSchema,
  attemptId: idSchema,
  sessionId: idSchema,
  pageId: idSchema,
  /** The one command this checkpoint lets run. */
  boundaryCommandId: idSchema,
  recoveryClass: commandClassSchema,
  /** Where a new attempt begins: the address the page was last navigated to. */
  restartUrl: boundedText(limits.urlBytes),
  /** Where the page stood when the checkpoint was taken. */
  currentUrl: boundedText(limits.urlBytes),
  invariants: z.strictObject({
    url: boundedText(limits.urlBytes),
    title: boundedText(1_024),
    form: formDigestSchema,
    /** What the visible text of the page holds, when the caller said so. */
    text: z.array(textMatchSchema).max(16).default([]),
  }),
  /** The commands whose sealed inputs fill the page again, in order. */
  replayableInputs: z.array(idSchema).max(1_024),
  evidenceRefs: evidenceRefsSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

/**
 * A checkpoint as a caller asks for it. What is left out the runtime authors from the live page; what is given it checks
 * against that page and its own journal, and saves nothing that does not hold.
 */
export const checkpointRequestSchema = z.strictObject({
  workflowId: idSchema,
  attemptId: idSchema,
  sessionId: idSchema,
  pageId: idSchema,
  boundaryCommandId: idSchema,
  /** Where a new attempt is to begin. */
  restartUrl: urlSchema.optional(),
  /** Where the caller believes the page to be. */
  currentUrl: boundedText(limits.urlBytes).optional(),
  invariants: z
    .strictObject({
      url: boundedText(limits.urlBytes).optional(),
      title: boundedText(1_024).optional(),
      text: z.array(textMatchSchema).max(16).default([]),
    })
    .default({ text: [] }),
  /** Commands of this page that fill it again, in order; by default its fills since the last navigation. */
  replayableInputs: z.array(idSchema).max(1_024).optional(),
  evidenceRefs: evidenceRefsSchema.default([]),
  /** How long it stays usable, in milliseconds. */
  lifetimeMs: z.int().min(1).max(limits.checkpointLifetimeMs).default(limits.checkpointLifetimeMs),
});
export type CheckpointRequest = z.infer<typeof checkpointRequestSchema>;
export type CheckpointRequestInput = z.input<typeof checkpointRequestSchema>;

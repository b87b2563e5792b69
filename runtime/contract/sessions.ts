import { z } from "zod";
import { idSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { sessionPolicySchema } from "./sessionPolicy.ts";
import { boundedText, timeSchema } from "./text.ts";

/** One isolated browser context owned by one principal. */
export const sessionRecordSchema = z.strictObject({
  sessionId: idSchema,
  principal: z.string().min(1).max(256),
  profile: z.string().min(1).max(64),
  policy: sessionPolicySchema,
  createdAt: timeSchema,
  lastUsedAt: timeSchema,
  closedAt: timeSchema.nullable(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** One tab of a session; its URL survives a restart, the tab itself does not. */
export const pageRecordSchema = z.strictObject({
  pageId: idSchema,
  sessionId: idSchema,
  url: boundedText(limits.urlBytes),
  /** The address last navigated to on purpose: where a restart begins. */
  restartUrl: boundedText(limits.urlBytes),
  closedAt: timeSchema.nullable(),
});
export type PageRecord = z.infer<typeof pageRecordSchema>;

/** A line of work with a durable identity; an attempt is one try at it. */
export const workflowRecordSchema = z.strictObject({
  workflowId: idSchema,
  principal: z.string().min(1).max(256),
  /** The caller's own name for the work, unique per principal, or null. */
  key: z.string().min(1).max(128).nullable(),
  attemptId: idSchema,
  createdAt: timeSchema,
});
export type WorkflowRecord = z.infer<typeof workflowRecordSchema>;

export const attemptRecordSchema = z.strictObject({
  attemptId: idSchema,
  workflowId: idSchema,
  abandonedAttemptId: idSchema.nullable(),
  reason: z.string().max(512),
  createdAt: timeSchema,
});
export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** Bytes kept beside the journal: screenshots here, other media later. */
export const artifactRecordSchema = z.strictObject({
  artifactId: idSchema,
  principal: z.string().min(1).max(256),
  commandId: idSchema,
  mediaType: z.string().min(1).max(128),
  bytes: z.int().min(0).max(limits.artifactBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: timeSchema,
});
export type ArtifactRecord = z.infer<typeof artifactRecordSchema>;

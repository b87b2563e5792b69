import { z } from "zod";
import { commandClassSchema } from "./commands.ts";
import { idSchema, sha256Schema } from "./ids.ts";
import { limits } from "./limits.ts";
import { boundedText, timeSchema } from "./text.ts";

/** The form a checkpoint was taken over: a keyed digest per field, never a value. Keyed, so that a guess cannot be checked without the data directory's key. */
export const formDigestSchema = z.strictObject({
  digest: sha256Schema,
  fields: z.array(z.strictObject({ field: boundedText(512), hash: sha256Schema })).max(512),
});
export type FormDigest = z.infer<typeof formDigestSchema>;

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
  }),
  /** The commands whose sealed inputs fill the page again, in order. */
  replayableInputs: z.array(idSchema).max(1_024),
  evidenceRefs: z.array(idSchema).max(limits.evidenceRefs),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

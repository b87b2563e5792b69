import type { Checkpoint, FormDigest } from "../contract/index.ts";

/** The boundary command that asks to run. */
export interface GateRequest {
  readonly workflowId: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly pageId: string;
  readonly commandId: string;
  /** The form as it is now. */
  readonly form: FormDigest;
  /** RFC 3339 UTC. */
  readonly now: string;
}

export type GateAnswer =
  | { readonly open: true }
  | { readonly open: false; readonly code: "checkpointMismatch"; readonly field: string }
  | { readonly open: false; readonly code: "checkpointExpired" }
  | { readonly open: false; readonly code: "checkpointUsed"; readonly by: string }
  | { readonly open: false; readonly code: "formChanged"; readonly fields: readonly string[] };

/** The fields that are not what they were. */
export const changedFields = (before: FormDigest, now: FormDigest): string[] => {
  const hashes = (form: FormDigest) => new Map(form.fields.map((field) => [field.field, field.hash]));
  const [was, is] = [hashes(before), hashes(now)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((field) => was.get(field) !== is.get(field));
};

/**
 * Lets a boundary command run only if a saved checkpoint names exactly it, is unexpired and unused, and the form it was
 * taken over still holds what it held (DESIGN §6, lock 2).
 */
export const gate = (
  saved: { readonly checkpoint: Checkpoint; readonly usedBy: string | null } | null,
  request: GateRequest,
): GateAnswer => {
  if (saved === null) return { open: false, code: "checkpointMismatch", field: "checkpoint" };
  const { checkpoint, usedBy } = saved;
  const fields = [
    ["workflowId", checkpoint.workflowId, request.workflowId],
    ["attemptId", checkpoint.attemptId, request.attemptId],
    ["sessionId", checkpoint.sessionId, request.sessionId],
    ["pageId", checkpoint.pageId, request.pageId],
    ["boundaryCommandId", checkpoint.boundaryCommandId, request.commandId],
    ["recoveryClass", checkpoint.recoveryClass, "boundary"],
  ] as const;
  const wrong = fields.find(([, named, asked]) => named !== asked);
  if (wrong !== undefined) return { open: false, code: "checkpointMismatch", field: wrong[0] };
  if (usedBy !== null) return { open: false, code: "checkpointUsed", by: usedBy };
  if (checkpoint.expiresAt <= request.now) return { open: false, code: "checkpointExpired" };
  if (checkpoint.invariants.form.digest !== request.form.digest) {
    return {
      open: false,
      code: "formChanged",
      fields: changedFields(checkpoint.invariants.form, request.form),
    };
  }
  return { open: true };
};

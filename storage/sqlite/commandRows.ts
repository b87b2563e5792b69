import { z } from "zod";
import {
  commandClassSchema,
  commandOutcomeSchema,
  commandPhaseSchema,
  coverageSchema,
  dispatchStateSchema,
} from "../../runtime/contract/index.ts";
import { bytesColumn, jsonColumn } from "./columns.ts";

export const commandColumns = `c.sequence, c.command_id AS commandId, c.principal, c.workflow_id AS workflowId,
  c.attempt_id AS attemptId, c.session_id AS sessionId, c.page_id AS pageId, c.kind, c.class, c.digest,
  c.idempotency_key AS idempotencyKey, c.sealed_envelope AS sealedEnvelope, c.shown, c.accepted_at AS acceptedAt,
  c.phase, c.coverage, c.outcome`;

export const commandRow = z.strictObject({
  sequence: z.int(),
  commandId: z.string(),
  principal: z.string(),
  workflowId: z.string(),
  attemptId: z.string(),
  sessionId: z.string(),
  pageId: z.string().nullable(),
  kind: z.string(),
  class: commandClassSchema,
  digest: z.string(),
  idempotencyKey: z.string().nullable(),
  sealedEnvelope: bytesColumn,
  shown: z.string(),
  acceptedAt: z.string(),
  phase: commandPhaseSchema,
  coverage: jsonColumn(coverageSchema).nullable(),
  outcome: jsonColumn(commandOutcomeSchema).nullable(),
});

export const recordRow = z.strictObject({
  sequence: z.int(),
  commandId: z.string(),
  step: z.union([commandPhaseSchema, z.literal("dispatch"), z.literal("coverage")]),
  at: z.string(),
  body: z.string(),
});

export const dispatchRow = z.strictObject({
  commandId: z.string(),
  requestId: z.string(),
  state: dispatchStateSchema,
  at: z.string(),
  body: z.string(),
});

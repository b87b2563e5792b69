import { attemptRecordSchema, workflowRecordSchema } from "../../runtime/contract/index.ts";
import type { WorkflowStore } from "../../runtime/ports/storage.ts";
import { firstAttempt } from "../firstAttempt.ts";
import { storable } from "../schemas.ts";
import type { Access } from "./access.ts";

const from =
  "SELECT workflow_id AS workflowId, principal, key, attempt_id AS attemptId, created_at AS createdAt FROM workflows";

export const sqliteWorkflows = (access: Access): WorkflowStore => {
  const insert =
    access.prepare(`INSERT INTO workflows VALUES (@workflowId, @principal, @key, @attemptId, @createdAt)
    ON CONFLICT DO NOTHING`);
  const insertAttempt = access.prepare(`INSERT INTO attempts
      (attempt_id, workflow_id, abandoned_attempt_id, reason, created_at)
    VALUES (@attemptId, @workflowId, @abandonedAttemptId, @reason, @createdAt)`);
  const move = access.prepare("UPDATE workflows SET attempt_id = ? WHERE workflow_id = ? AND attempt_id = ?");
  const byId = access.prepare(`${from} WHERE workflow_id = ?`);
  const byKey = access.prepare(`${from} WHERE principal = ? AND key = ?`);
  const attempts = access.prepare(`SELECT attempt_id AS attemptId, workflow_id AS workflowId,
      abandoned_attempt_id AS abandonedAttemptId, reason, created_at AS createdAt
    FROM attempts WHERE workflow_id = ? ORDER BY sequence`);
  return {
    create: (given) =>
      access.write(() => {
        const workflow = storable(workflowRecordSchema, given, "workflow");
        if (insert.run(workflow).changes === 0) return "exists";
        insertAttempt.run(firstAttempt(workflow));
        return "appended";
      }),
    get: (workflowId) => access.read(() => access.row(workflowRecordSchema, byId.get(workflowId))),
    byKey: (principal, key) => access.read(() => access.row(workflowRecordSchema, byKey.get(principal, key))),
    restart: (given) =>
      access.write(() => {
        const attempt = storable(attemptRecordSchema, given, "attempt");
        const { attemptId, workflowId, abandonedAttemptId } = attempt;
        if (move.run(attemptId, workflowId, abandonedAttemptId).changes === 0) return "superseded";
        insertAttempt.run(attempt);
        return "appended";
      }),
    attempts: (workflowId) => access.read(() => access.rows(attemptRecordSchema, attempts.all(workflowId))),
  };
};

import type { AttemptRecord, WorkflowRecord } from "../runtime/contract/index.ts";

/** The attempt a workflow is created with. */
export const firstAttempt = (workflow: WorkflowRecord): AttemptRecord => ({
  attemptId: workflow.attemptId,
  workflowId: workflow.workflowId,
  abandonedAttemptId: null,
  reason: "first attempt",
  createdAt: workflow.createdAt,
});

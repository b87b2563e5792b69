import {
  type AttemptRecord,
  attemptRecordSchema,
  RuntimeError,
  type WorkflowRecord,
  workflowRecordSchema,
} from "../../runtime/contract/index.ts";
import type { WorkflowStore } from "../../runtime/ports/storage.ts";
import { firstAttempt } from "../firstAttempt.ts";
import { storable } from "../schemas.ts";

export const memoryWorkflows = (): WorkflowStore => {
  const workflows = new Map<string, WorkflowRecord>();
  const attempts = new Map<string, AttemptRecord>();

  const byKey = (principal: string, key: string) =>
    [...workflows.values()].find((workflow) => workflow.principal === principal && workflow.key === key);
  const assertNewAttempt = (attemptId: string) => {
    if (attempts.has(attemptId)) throw new RuntimeError("internal", `attempt ${attemptId} already exists`);
  };

  return {
    create: async (given) => {
      const workflow = storable(workflowRecordSchema, given, "workflow");
      const { workflowId, principal, key } = workflow;
      if (workflows.has(workflowId) || (key !== null && byKey(principal, key))) return "exists";
      assertNewAttempt(workflow.attemptId);
      workflows.set(workflowId, workflow);
      attempts.set(workflow.attemptId, firstAttempt(workflow));
      return "appended";
    },
    get: async (workflowId) => structuredClone(workflows.get(workflowId) ?? null),
    byKey: async (principal, key) => structuredClone(byKey(principal, key) ?? null),
    restart: async (given) => {
      const attempt = storable(attemptRecordSchema, given, "attempt");
      const workflow = workflows.get(attempt.workflowId);
      if (workflow?.attemptId !== given.abandonedAttemptId) return "superseded";
      assertNewAttempt(attempt.attemptId);
      workflows.set(workflow.workflowId, { ...workflow, attemptId: attempt.attemptId });
      attempts.set(attempt.attemptId, attempt);
      return "appended";
    },
    attempts: async (workflowId) =>
      structuredClone([...attempts.values()].filter((attempt) => attempt.workflowId === workflowId)),
  };
};

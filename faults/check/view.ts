import type { Storage } from "../../runtime/ports/storage.ts";
import type { Call } from "../workload/calls.ts";

/** Ids of everything that the calls are about. */
const idsIn = (calls: readonly Call[]) => {
  const of = (pick: (call: Call) => string | null) => [
    ...new Set(calls.map(pick).filter((id) => id !== null)),
  ];
  return {
    commands: of((call) => (call.call === "accept" ? call.command.commandId : null)),
    commandWorkflows: of((call) => (call.call === "accept" ? call.command.workflowId : null)),
    checkpoints: of((call) => (call.call === "saveCheckpoint" ? call.checkpoint.checkpointId : null)),
    workflows: of((call) => (call.call === "createWorkflow" ? call.workflow.workflowId : null)),
    sessions: of((call) => (call.call === "saveSession" ? call.session.sessionId : null)),
    pages: of((call) => (call.call === "savePage" ? call.page.pageId : null)),
    receiptWorkflows: of((call) => (call.call === "addReceipt" ? call.receipt.workflowId : null)),
    artifacts: of((call) => (call.call === "putArtifact" ? call.artifact.artifactId : null)),
  };
};

const each = async <T>(ids: readonly string[], read: (id: string) => Promise<T>) =>
  new Map(await Promise.all(ids.map(async (id): Promise<[string, T]> => [id, await read(id)])));

const artifactIn = async (storage: Storage, artifactId: string) => {
  const record = await storage.artifacts.record(artifactId);
  try {
    return { record, bytes: await storage.artifacts.read(artifactId) };
  } catch (error) {
    return { record, bytes: String(error) };
  }
};

/** Everything a storage holds of what the calls are about, read through its port. */
export const viewOf = async (storage: Storage, calls: readonly Call[]) => {
  const ids = idsIn(calls);
  const { journal, checkpoints, workflows, sessions, receipts } = storage;
  return {
    commands: await each(ids.commandWorkflows, journal.commandsOfWorkflow),
    records: await each(ids.commands, journal.records),
    dispatches: await each(ids.commands, journal.dispatches),
    checkpoints: await each(ids.checkpoints, checkpoints.get),
    workflows: await each(ids.workflows, workflows.get),
    attempts: await each(ids.workflows, workflows.attempts),
    sessions: await each(ids.sessions, sessions.session),
    pages: await each(ids.pages, sessions.page),
    receipts: await each(ids.receiptWorkflows, receipts.ofWorkflow),
    artifacts: await each(ids.artifacts, (id) => artifactIn(storage, id)),
  };
};
export type View = Awaited<ReturnType<typeof viewOf>>;

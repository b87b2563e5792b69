import { isDeepStrictEqual } from "node:util";
import type { Call } from "../workload/calls.ts";
import type { View } from "./view.ts";

const holds = (view: View, commandId: string, step: string, at: string) =>
  (view.records.get(commandId) ?? []).some((record) => record.step === step && record.at === at);

/** Whether a call left its own mark. Times and ids are the workload's, so that no two calls leave the same one. */
export const isIn = (view: View, call: Call): boolean => {
  switch (call.call) {
    case "accept":
      return holds(view, call.command.commandId, "accepted", call.command.acceptedAt);
    case "advance":
      return holds(view, call.write.commandId, call.write.to, call.write.at);
    case "dispatch":
      return holds(view, call.record.commandId, "dispatch", call.record.at);
    case "degrade":
      return holds(view, call.commandId, "coverage", call.at);
    case "saveCheckpoint":
      return (view.checkpoints.get(call.checkpoint.checkpointId) ?? null) !== null;
    case "createWorkflow":
      return (view.workflows.get(call.workflow.workflowId) ?? null) !== null;
    case "saveSession":
      return isDeepStrictEqual(view.sessions.get(call.session.sessionId), call.session);
    case "savePage":
      return isDeepStrictEqual(view.pages.get(call.page.pageId), call.page);
    case "addReceipt":
      return (view.receipts.get(call.receipt.workflowId) ?? []).some(
        ({ receiptId }) => receiptId === call.receipt.receiptId,
      );
    case "putArtifact":
      return (view.artifacts.get(call.artifact.artifactId)?.record ?? null) !== null;
    case "loadKey":
      return true;
  }
};

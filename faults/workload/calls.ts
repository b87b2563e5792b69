import { createHash } from "node:crypto";
import type {
  ArtifactRecord,
  Checkpoint,
  Coverage,
  PageRecord,
  Receipt,
  SessionRecord,
  WorkflowRecord,
} from "../../runtime/contract/index.ts";
import type { AcceptedCommand, DispatchRecord, PhaseWrite, Storage } from "../../runtime/ports/storage.ts";

/** One write to the storage, as data: it can be carried out, noted, and carried out again on the reference storage. */
export type Call =
  | { readonly call: "accept"; readonly command: AcceptedCommand }
  | { readonly call: "advance"; readonly write: PhaseWrite }
  | { readonly call: "dispatch"; readonly record: DispatchRecord }
  | { readonly call: "degrade"; readonly commandId: string; readonly coverage: Coverage; readonly at: string }
  | { readonly call: "saveCheckpoint"; readonly checkpoint: Checkpoint; readonly sealed: Uint8Array | null }
  | { readonly call: "createWorkflow"; readonly workflow: WorkflowRecord }
  | { readonly call: "saveSession"; readonly session: SessionRecord }
  | { readonly call: "savePage"; readonly page: PageRecord }
  | { readonly call: "addReceipt"; readonly receipt: Receipt }
  | {
      readonly call: "putArtifact";
      readonly artifact: Omit<ArtifactRecord, "bytes" | "sha256">;
      readonly bytes: Uint8Array;
    }
  /** Not the storage's own: the key that everything sealed in the directory needs. */
  | { readonly call: "loadKey" };

/** Carries a call out; resolves when the storage says that it is durable. */
export const perform = async (storage: Storage, call: Call): Promise<void> => {
  switch (call.call) {
    case "accept":
      await storage.journal.accept(call.command);
      return;
    case "advance":
      await storage.journal.advance(call.write);
      return;
    case "dispatch":
      return storage.journal.dispatch(call.record);
    case "degrade":
      return storage.journal.degrade(call.commandId, call.coverage, call.at);
    case "saveCheckpoint":
      return storage.checkpoints.save(call.checkpoint, call.sealed);
    case "createWorkflow":
      await storage.workflows.create(call.workflow);
      return;
    case "saveSession":
      return storage.sessions.saveSession(call.session);
    case "savePage":
      return storage.sessions.savePage(call.page);
    case "addReceipt":
      return storage.receipts.add(call.receipt);
    case "putArtifact":
      await storage.artifacts.put(call.artifact, call.bytes);
      return;
    case "loadKey":
  }
};

export const digestOfKey = (key: Uint8Array): string => createHash("sha256").update(key).digest("hex");

import { checkpointSchema, RuntimeError } from "../../runtime/contract/index.ts";
import type { CheckpointStore, StoredCheckpoint } from "../../runtime/ports/storage.ts";
import { storable } from "../schemas.ts";

export interface MemoryCheckpoints extends CheckpointStore {
  isUnused(checkpointId: string): boolean;
  use(checkpointId: string, commandId: string): void;
}

export const memoryCheckpoints = (): MemoryCheckpoints => {
  const rows = new Map<string, StoredCheckpoint>();
  const newest = (fits: (row: StoredCheckpoint) => boolean) =>
    structuredClone([...rows.values()].filter(fits).at(-1) ?? null);

  return {
    isUnused: (checkpointId) => rows.get(checkpointId)?.usedBy === null,
    use: (checkpointId, commandId) => {
      const row = rows.get(checkpointId);
      if (row !== undefined) rows.set(checkpointId, { ...row, usedBy: commandId });
    },
    save: async (given, sealed) => {
      const checkpoint = storable(checkpointSchema, given, "checkpoint");
      if (rows.has(checkpoint.checkpointId))
        throw new RuntimeError("internal", `checkpoint ${checkpoint.checkpointId} is already saved`);
      const sealedStorageState = sealed === null ? null : Uint8Array.from(sealed);
      rows.set(checkpoint.checkpointId, { checkpoint, sealedStorageState, usedBy: null });
    },
    get: async (checkpointId) => structuredClone(rows.get(checkpointId) ?? null),
    forCommand: async (commandId) => newest((row) => row.checkpoint.boundaryCommandId === commandId),
    latestOfAttempt: async (workflowId, attemptId) =>
      newest(({ checkpoint }) => checkpoint.workflowId === workflowId && checkpoint.attemptId === attemptId),
  };
};

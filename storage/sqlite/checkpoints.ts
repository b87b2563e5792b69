import { z } from "zod";
import { checkpointSchema } from "../../runtime/contract/index.ts";
import type { CheckpointStore } from "../../runtime/ports/storage.ts";
import { storable } from "../schemas.ts";
import type { Access } from "./access.ts";
import { bytesColumn, jsonColumn } from "./columns.ts";

const checkpointRow = z.strictObject({
  checkpoint: jsonColumn(checkpointSchema),
  sealedStorageState: bytesColumn.nullable(),
  usedBy: z.string().nullable(),
});

const from = `SELECT body AS checkpoint, sealed_storage_state AS sealedStorageState, used_by AS usedBy
  FROM checkpoints`;
const newest = "ORDER BY sequence DESC LIMIT 1";

export const sqliteCheckpoints = (access: Access): CheckpointStore => {
  const insert = access.prepare(`INSERT INTO checkpoints (checkpoint_id, workflow_id, attempt_id,
      boundary_command_id, body, sealed_storage_state)
    VALUES (@checkpointId, @workflowId, @attemptId, @boundaryCommandId, @body, @sealed)`);
  const byId = access.prepare(`${from} WHERE checkpoint_id = ?`);
  const forCommand = access.prepare(`${from} WHERE boundary_command_id = ? ${newest}`);
  const ofAttempt = access.prepare(`${from} WHERE workflow_id = ? AND attempt_id = ? ${newest}`);
  return {
    save: (given, sealed) =>
      access.write(() => {
        const checkpoint = storable(checkpointSchema, given, "checkpoint");
        const { checkpointId, workflowId, attemptId, boundaryCommandId } = checkpoint;
        insert.run({
          checkpointId,
          workflowId,
          attemptId,
          boundaryCommandId,
          body: JSON.stringify(checkpoint),
          sealed: sealed === null ? null : Buffer.from(sealed),
        });
      }),
    get: (checkpointId) => access.read(() => access.row(checkpointRow, byId.get(checkpointId))),
    forCommand: (commandId) => access.read(() => access.row(checkpointRow, forCommand.get(commandId))),
    latestOfAttempt: (workflowId, attemptId) =>
      access.read(() => access.row(checkpointRow, ofAttempt.get(workflowId, attemptId))),
  };
};

import { artifactRecordSchema } from "../../runtime/contract/index.ts";
import type { ArtifactStore } from "../../runtime/ports/storage.ts";
import { describeArtifact, verified } from "../artifactRecord.ts";
import type { ArtifactFiles } from "../files/artifacts.ts";
import type { Access } from "./access.ts";

export const sqliteArtifacts = (access: Access, files: ArtifactFiles): ArtifactStore => {
  const insert = access.prepare(`INSERT INTO artifacts
    VALUES (@artifactId, @principal, @commandId, @mediaType, @bytes, @sha256, @createdAt)`);
  const byId = access.prepare(`SELECT artifact_id AS artifactId, principal, command_id AS commandId,
      media_type AS mediaType, bytes, sha256, created_at AS createdAt
    FROM artifacts WHERE artifact_id = ?`);
  const record = (artifactId: string) =>
    access.read(() => access.row(artifactRecordSchema, byId.get(artifactId)));
  return {
    put: async (artifact, bytes) => {
      const kept = describeArtifact(artifact, bytes);
      await files.write(kept.sha256, bytes);
      await access.write(() => insert.run(kept));
      return kept;
    },
    record,
    read: async (artifactId) => {
      const kept = await record(artifactId);
      return kept === null ? null : verified(kept, await files.read(kept.sha256));
    },
    path: async (artifactId) => {
      const kept = await record(artifactId);
      return kept === null ? null : files.path(kept.sha256);
    },
  };
};

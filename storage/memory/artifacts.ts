import { type ArtifactRecord, RuntimeError } from "../../runtime/contract/index.ts";
import type { ArtifactStore } from "../../runtime/ports/storage.ts";
import { describeArtifact } from "../artifactRecord.ts";

export const memoryArtifacts = (): ArtifactStore => {
  const artifacts = new Map<string, { readonly record: ArtifactRecord; readonly bytes: Uint8Array }>();
  return {
    put: async (artifact, bytes) => {
      const record = describeArtifact(artifact, bytes);
      if (artifacts.has(record.artifactId))
        throw new RuntimeError("internal", `artifact ${record.artifactId} already exists`);
      artifacts.set(record.artifactId, { record, bytes: Uint8Array.from(bytes) });
      return { ...record };
    },
    record: async (artifactId) => structuredClone(artifacts.get(artifactId)?.record ?? null),
    read: async (artifactId) => structuredClone(artifacts.get(artifactId)?.bytes ?? null),
    path: async () => null,
  };
};

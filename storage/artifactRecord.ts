import { createHash } from "node:crypto";
import {
  type ArtifactRecord,
  artifactRecordSchema,
  limits,
  RuntimeError,
} from "../runtime/contract/index.ts";
import { storable } from "./schemas.ts";

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The record of these bytes; refused above the limit before anything is kept. */
export const describeArtifact = (
  artifact: Omit<ArtifactRecord, "bytes" | "sha256">,
  bytes: Uint8Array,
): ArtifactRecord => {
  if (bytes.byteLength > limits.artifactBytes)
    throw new RuntimeError(
      "resourceExhausted",
      `an artifact may hold ${limits.artifactBytes} bytes, this one holds ${bytes.byteLength}`,
      { details: { limit: limits.artifactBytes, bytes: bytes.byteLength } },
    );
  const record = { ...artifact, bytes: bytes.byteLength, sha256: sha256(bytes) };
  return storable(artifactRecordSchema, record, "artifact");
};

/** The bytes when they are the ones of the record; never others. */
export const verified = (record: ArtifactRecord, bytes: Uint8Array | null): Uint8Array => {
  if (bytes !== null && bytes.byteLength === record.bytes && sha256(bytes) === record.sha256) return bytes;
  const found = bytes === null ? "are missing" : "are not the ones that were stored";
  throw new RuntimeError("internal", `the bytes of artifact ${record.artifactId} ${found}`, {
    details: { artifactId: record.artifactId, sha256: record.sha256 },
  });
};

import { type CommandEnvelope, commandEnvelopeSchema, RuntimeError } from "../contract/index.ts";
import type { StoredCheckpoint, StoredCommand } from "../ports/storage.ts";
import type { Sealer } from "./seal.ts";

// What each sealed text is bound to.
const envelopeContext = (commandId: string) => `envelope ${commandId}`;
const storageStateContext = (checkpointId: string) => `storageState ${checkpointId}`;

export const sealEnvelope = (sealer: Sealer, envelope: CommandEnvelope): Uint8Array =>
  sealer.seal(envelopeContext(envelope.commandId), JSON.stringify(envelope));

/** What another key sealed stays shut: the data directory's key was lost or replaced. */
const opened = (sealer: Sealer, context: string, sealed: Uint8Array): string => {
  try {
    return sealer.open(context, sealed);
  } catch (error) {
    throw new RuntimeError(
      "dataDirectoryCorrupt",
      "the data directory's key does not open what was sealed in it",
      {
        cause: error,
      },
    );
  }
};

export const envelopeOf = (sealer: Sealer, command: StoredCommand): CommandEnvelope =>
  commandEnvelopeSchema.parse(
    JSON.parse(opened(sealer, envelopeContext(command.commandId), command.sealedEnvelope)),
  );

export const sealStorageState = (sealer: Sealer, checkpointId: string, state: string): Uint8Array =>
  sealer.seal(storageStateContext(checkpointId), state);

/** The session's state when the checkpoint was taken, opaque; null when there is none. */
export const storageStateOf = (sealer: Sealer, saved: StoredCheckpoint | null): string | null =>
  saved?.sealedStorageState == null
    ? null
    : opened(sealer, storageStateContext(saved.checkpoint.checkpointId), saved.sealedStorageState);

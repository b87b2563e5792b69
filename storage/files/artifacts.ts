import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../artifactRecord.ts";
import { ensureDirectory, syncDirectory, writeNewFile } from "./durable.ts";
import { systemCode, withIoErrors } from "./ioErrors.ts";

/** Bytes by their digest, one file each. */
export interface ArtifactFiles {
  /** Settles once the bytes and their name are durable. */
  write(digest: string, bytes: Uint8Array): Promise<void>;
  /** The bytes as they lie there, unverified; null when there is no file. */
  read(digest: string): Promise<Uint8Array | null>;
  path(digest: string): string;
}

const readOrNull = async (file: string): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
};

/** Gives the finished file its name; a damaged file of that name is replaced, a good one kept. */
const publish = async (temporary: string, file: string, digest: string): Promise<void> => {
  try {
    await link(temporary, file);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const existing = await readOrNull(file);
    if (existing === null || sha256(existing) !== digest) await rename(temporary, file);
  }
};

/** Opens `<dataDir>/artifacts` and removes what a crash left half written; only the owner of the directory's lock may call it. */
export const openArtifactFiles = async (dataDir: string): Promise<ArtifactFiles> => {
  const objects = join(dataDir, "artifacts", "objects");
  const temporaries = join(dataDir, "artifacts", "tmp");
  const folder = (digest: string) => join(objects, digest.slice(0, 2));
  const path = (digest: string) => join(folder(digest), digest);

  await withIoErrors(dataDir, async () => {
    await ensureDirectory(objects);
    await ensureDirectory(temporaries);
    for (const name of await readdir(temporaries)) await rm(join(temporaries, name), { force: true });
  });

  const write = async (digest: string, bytes: Uint8Array) => {
    const temporary = join(temporaries, randomUUID());
    try {
      await writeNewFile(temporary, bytes);
      await ensureDirectory(folder(digest));
      await publish(temporary, path(digest), digest);
      // Both, even when the folder was there: another call may have made it and not yet synced its name.
      await syncDirectory(folder(digest));
      await syncDirectory(objects);
    } finally {
      await rm(temporary, { force: true });
    }
  };

  return {
    write: (digest, bytes) => withIoErrors(dataDir, () => write(digest, bytes)),
    read: (digest) => withIoErrors(dataDir, () => readOrNull(path(digest))),
    path,
  };
};

import { constants } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemCode } from "./ioErrors.ts";

/** Makes names created, renamed or removed in the directory survive a power loss. */
export const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Creates the directory for its owner alone, with its parents, durably; one that exists is left as it is. */
export const ensureDirectory = async (directory: string): Promise<void> => {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  let parent = resolve(directory);
  do {
    parent = dirname(parent);
    await syncDirectory(parent);
  } while (parent !== top);
};

/** Writes a new file for its owner alone and makes its bytes durable; its name is durable after `syncDirectory`. */
export const writeNewFile = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The size of a file in bytes, or null when there is none. */
export const sizeOf = async (file: string): Promise<number | null> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
};

import { accessSync, constants } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Images are many and need no medium: memory spares the disk.
const memory = "/dev/shm";

const placeOf = (): string => {
  try {
    accessSync(memory, constants.W_OK);
    return memory;
  } catch {
    return tmpdir();
  }
};

/** A folder for images, in memory where there is some. What a check leaves in it stays for a look; else it goes away. */
export const onImageDisk = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const before = process.env["TMPDIR"];
  const folder = await mkdtemp(join(placeOf(), "holdfast-faults-"));
  // The storage copies a database to the temporary folder to check it.
  process.env["TMPDIR"] = folder;
  try {
    return await work(folder);
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    const left = await readdir(folder);
    if (!left.some((name) => name.startsWith("image-"))) await rm(folder, { recursive: true });
  }
};

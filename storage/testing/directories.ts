import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new directory that goes away after the test. */
export const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "holdfast-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** Every file below the directory with its mode and digest: equal before and after means that nothing was changed. */
export const fingerprintOf = async (directory: string): Promise<Record<string, string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry): Promise<[string, string]> => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = await stat(path);
    const content = entry.isFile()
      ? createHash("sha256")
          .update(await readFile(path))
          .digest("hex")
      : "directory";
    return [path, `${mode.toString(8)} ${mtimeMs} ${content}`];
  });
  return Object.fromEntries((await Promise.all(lines)).toSorted(([a], [b]) => a.localeCompare(b)));
};

export const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

import { copyFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteStorage } from "../storage/sqlite/index.ts";
import { spawnScript } from "../storage/testing/children.ts";
import { fingerprintOf, temporaryDirectory } from "../storage/testing/directories.ts";
import { startMs } from "../storage/testing/samples.ts";

const open = (dataDir: string) => openSqliteStorage({ dataDir, now: () => startMs });

const frameBytes = 24 + 4_096;
const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 89 + 13) % 256);

/** A directory whose runtime was killed with its records in the log. */
const killed = async (commands: number): Promise<string> => {
  const dataDir = await temporaryDirectory();
  const child = spawnScript("acceptForever.ts", [dataDir]);
  for (let printed = 0; printed < commands; printed += 1) await child.lines.next();
  await child.kill();
  return dataDir;
};

const edit = async (file: string, change: (bytes: Uint8Array) => void): Promise<void> => {
  const bytes = new Uint8Array(await readFile(file));
  change(bytes);
  await writeFile(file, bytes);
};

/** The last whole frame that ends a transaction, which is the last whose sync may not have ended. */
const lastCommitAt = (log: Uint8Array): number => {
  const view = new DataView(log.buffer, log.byteOffset);
  let found = 32;
  for (let at = 32; at + frameBytes <= log.byteLength; at += frameBytes)
    if (view.getUint32(at + 4) !== 0) found = at;
  return found;
};

const committedIn = async (dataDir: string): Promise<number> => {
  const copy = await temporaryDirectory();
  for (const name of ["journal.db", "journal.db-wal"]) await copyFile(join(dataDir, name), join(copy, name));
  const storage = await open(copy);
  const count = (await storage.journal.unfinished()).length;
  await storage.close();
  return count;
};

describe("the last page of the log, torn by a power loss", () => {
  it.each([0, 3, 7])("without its sector %d, ends its transaction and no other", async (sector) => {
    const dataDir = await killed(6);
    const committed = await committedIn(dataDir);
    await edit(join(dataDir, "journal.db-wal"), (log) => {
      const page = lastCommitAt(log) + 24;
      log.subarray(page + sector * 512, page + (sector + 1) * 512).fill(0x5a);
    });
    const storage = await open(dataDir);
    expect(await storage.journal.unfinished()).toHaveLength(committed - 1);
    await storage.close();
  });
});

type Row = readonly [what: string, damage: (dataDir: string) => Promise<void>, commands: number];

const opens: readonly Row[] = [
  // What was in the log is not there. Nothing in the database says that there was one: copy both, or neither.
  ["its log was not copied with it", (dataDir) => rm(join(dataDir, "journal.db-wal")), 0],
  [
    "its log holds its header and nothing more",
    (dataDir) => truncate(join(dataDir, "journal.db-wal"), 32),
    0,
  ],
  ["its log is empty", (dataDir) => truncate(join(dataDir, "journal.db-wal"), 0), 0],
  ["its log ends within its header", (dataDir) => truncate(join(dataDir, "journal.db-wal"), 20), 0],
];

describe("a database opens", () => {
  it.each(opens)("when %s", async (_, damage, commands) => {
    const dataDir = await killed(6);
    await damage(dataDir);
    const storage = await open(dataDir);
    expect(await storage.journal.unfinished()).toHaveLength(commands);
    await storage.close();
  });
});

const refused: readonly (readonly [string, (dataDir: string) => Promise<void>])[] = [
  [
    "it is noise from its first byte to its last",
    (dataDir) => writeFile(join(dataDir, "journal.db"), noise(9_000)),
  ],
  ["it is cut off within a page", (dataDir) => truncate(join(dataDir, "journal.db"), 4_096 + 1_000)],
  ["it is cut off within its header", (dataDir) => truncate(join(dataDir, "journal.db"), 60)],
  [
    "its first half is noise",
    (dataDir) => edit(join(dataDir, "journal.db"), (bytes) => bytes.set(noise(bytes.length / 2))),
  ],
  [
    "its second half is noise",
    (dataDir) =>
      edit(join(dataDir, "journal.db"), (bytes) => bytes.set(noise(bytes.length / 2), bytes.length / 2)),
  ],
  ["its log is noise", (dataDir) => writeFile(join(dataDir, "journal.db-wal"), noise(9_000))],
];

describe("a database is refused as dataDirectoryCorrupt, and left as it is", () => {
  it.each(refused)("when %s", async (_, damage) => {
    const dataDir = await temporaryDirectory();
    await (await open(dataDir)).close();
    await damage(dataDir);
    const before = await fingerprintOf(dataDir);
    await expect(open(dataDir)).rejects.toMatchObject({ code: "dataDirectoryCorrupt" });
    expect(await fingerprintOf(dataDir)).toEqual(before);
  });
});

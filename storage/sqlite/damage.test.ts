import { copyFile, mkdir, open as openFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { spawnScript } from "../testing/children.ts";
import { fingerprintOf, temporaryDirectory } from "../testing/directories.ts";
import { acceptedCommand, id, startMs } from "../testing/samples.ts";
import { openSqliteStorage } from "./index.ts";

const open = (dataDir: string) => openSqliteStorage({ dataDir, now: () => startMs });

/** A closed data directory with some pages of records. */
const closedDirectory = async (): Promise<string> => {
  const dataDir = await temporaryDirectory();
  const storage = await open(dataDir);
  for (let number = 1; number <= 40; number += 1)
    await storage.journal.accept(acceptedCommand(number, { sealedEnvelope: new Uint8Array(2_000) }));
  await storage.close();
  return dataDir;
};

/** A directory whose runtime was killed: the records lie in the write-ahead log. */
const killedDirectory = async (commands: number): Promise<string> => {
  const dataDir = await temporaryDirectory();
  const child = spawnScript("acceptForever.ts", [dataDir]);
  for (let printed = 0; printed < commands; printed += 1) await child.lines.next();
  await child.kill();
  return dataDir;
};

const overwrite = async (file: string, at: number, bytes: Uint8Array): Promise<void> => {
  const handle = await openFile(file, "r+");
  await handle.write(bytes, 0, bytes.byteLength, at);
  await handle.close();
};

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 89 + 13) % 256);

const scratchCopies = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith("holdfast-check-")).length;

const expectRefusal = async (dataDir: string, file: string, why: RegExp): Promise<void> => {
  const before = await fingerprintOf(dataDir);
  const path = join(dataDir, file);
  await expect(open(dataDir)).rejects.toMatchObject({
    code: "dataDirectoryCorrupt",
    details: { file: path },
    message: expect.stringMatching(why),
  });
  expect(await fingerprintOf(dataDir)).toEqual(before);
  // A second try says the same: the refusal neither repaired nor locked anything.
  await expect(open(dataDir)).rejects.toMatchObject({ message: expect.stringContaining(path) });
};

const edit = (dataDir: string, sql: string): void => {
  const db = new Database(join(dataDir, "journal.db"));
  db.exec(sql);
  db.close();
};

describe("a damaged database is refused, named, and left byte for byte as it was", () => {
  it("when its header is overwritten", async () => {
    const dataDir = await closedDirectory();
    await overwrite(join(dataDir, "journal.db"), 0, noise(100));
    await expectRefusal(dataDir, "journal.db", /damaged/);
  });

  it.each([0.25, 0.5, 0.75])("when a page is overwritten at %d of its length", async (part) => {
    const dataDir = await closedDirectory();
    const db = new Database(join(dataDir, "journal.db"), { readonly: true });
    const pages = Number(db.pragma("page_count", { simple: true }));
    const pageBytes = Number(db.pragma("page_size", { simple: true }));
    db.close();
    for (const name of ["journal.db-wal", "journal.db-shm"]) await rm(join(dataDir, name), { force: true });
    await overwrite(join(dataDir, "journal.db"), Math.floor(pages * part) * pageBytes, noise(pageBytes));
    await expectRefusal(dataDir, "journal.db", /damaged/);
  });

  it("when its end is cut off", async () => {
    const dataDir = await closedDirectory();
    await truncate(join(dataDir, "journal.db"), 8_192);
    await expectRefusal(dataDir, "journal.db", /damaged/);
  });

  it("when it was emptied", async () => {
    const dataDir = await closedDirectory();
    await truncate(join(dataDir, "journal.db"), 0);
    await expectRefusal(dataDir, "journal.db", /empty/);
  });

  it("when it was emptied under a write-ahead log", async () => {
    const dataDir = await killedDirectory(5);
    await truncate(join(dataDir, "journal.db"), 0);
    await expectRefusal(dataDir, "journal.db", /empty/);
  });

  it("when its write-ahead log lies there alone", async () => {
    const dataDir = await killedDirectory(5);
    await rm(join(dataDir, "journal.db"));
    await expectRefusal(dataDir, "journal.db-wal", /without its database/);
  });

  it("when a page is damaged while a log of a killed runtime waits", async () => {
    const dataDir = await killedDirectory(5);
    await overwrite(join(dataDir, "journal.db"), 4_096, noise(4_096));
    await overwrite(join(dataDir, "journal.db"), 0, noise(100));
    await expectRefusal(dataDir, "journal.db", /damaged/);
  });

  it("when committed records in the middle of the log are damaged, which SQLite would drop in silence", async () => {
    const dataDir = await killedDirectory(40);
    await overwrite(join(dataDir, "journal.db-wal"), 32 + 10 * (24 + 4_096) + 1_000, noise(64));
    await expectRefusal(dataDir, "journal.db-wal", /committed records/);
  });

  it("when the header of the log is damaged", async () => {
    const dataDir = await killedDirectory(5);
    await overwrite(join(dataDir, "journal.db-wal"), 0, noise(32));
    await expectRefusal(dataDir, "journal.db-wal", /header/);
  });

  it("when it is the database of another program", async () => {
    const dataDir = await temporaryDirectory();
    edit(dataDir, "CREATE TABLE recipes (name TEXT)");
    await expectRefusal(dataDir, "journal.db", /not a journal/);
  });

  it("when no lock file is there, for instance after a copy, without making one", async () => {
    const dataDir = await closedDirectory();
    await rm(join(dataDir, "lock.db"));
    await overwrite(join(dataDir, "journal.db"), 0, noise(100));
    await expectRefusal(dataDir, "journal.db", /damaged/);
  });

  it("when a recorded migration has another text", async () => {
    const dataDir = await closedDirectory();
    edit(dataDir, "UPDATE schema_migrations SET sha256 = 'changed' WHERE version = 1");
    await expectRefusal(dataDir, "journal.db", /migration 1 \(initial\)/);
  });

  it("when it has a migration of a newer release", async () => {
    const dataDir = await closedDirectory();
    edit(dataDir, "INSERT INTO schema_migrations VALUES (2, 'future', 'x', 'later')");
    await expectRefusal(dataDir, "journal.db", /newer release/);
  });

  it("leaves no copy behind in the temporary folder", async () => {
    const dataDir = await closedDirectory();
    const before = await scratchCopies();
    await overwrite(join(dataDir, "journal.db"), 0, noise(100));
    await expectRefusal(dataDir, "journal.db", /damaged/);
    expect(await scratchCopies()).toBeLessThanOrEqual(before);
  });
});

describe("what a crash leaves is no damage", () => {
  it("a torn last transaction is dropped and everything before it kept", async () => {
    const dataDir = await killedDirectory(10);
    const wal = join(dataDir, "journal.db-wal");
    const handle = await openFile(wal, "a");
    await handle.write(noise(3_000));
    await handle.close();
    const storage = await open(dataDir);
    expect((await storage.journal.unfinished()).length).toBeGreaterThanOrEqual(10);
    await storage.close();
  });

  it("a log that was cut off inside its last frame opens with what came before", async () => {
    const dataDir = await killedDirectory(10);
    const wal = join(dataDir, "journal.db-wal");
    const handle = await openFile(wal, "r");
    const { size } = await handle.stat();
    await handle.close();
    await truncate(wal, size - 100);
    const storage = await open(dataDir);
    expect((await storage.journal.unfinished()).length).toBeGreaterThanOrEqual(9);
    await storage.close();
  });

  it("a database that was never finished is made again", async () => {
    const dataDir = await temporaryDirectory();
    await writeFile(join(dataDir, "journal.new"), noise(500));
    await writeFile(join(dataDir, "journal.new-wal"), noise(500));
    const storage = await open(dataDir);
    expect(await storage.journal.accept(acceptedCommand(1))).toBe("appended");
    await storage.close();
    expect(await readdir(dataDir)).not.toContain("journal.new");
  });

  it("a copy of the directory of a running runtime's files opens elsewhere", async () => {
    const dataDir = await killedDirectory(10);
    const elsewhere = await temporaryDirectory();
    await mkdir(elsewhere, { recursive: true });
    for (const name of ["journal.db", "journal.db-wal"])
      await copyFile(join(dataDir, name), join(elsewhere, name));
    const storage = await open(elsewhere);
    expect(await storage.journal.command(id(10))).not.toBeNull();
    await storage.close();
  });
});

describe("a damaged record is never given out", () => {
  it("names the database when a row does not fit its schema", async () => {
    const dataDir = await closedDirectory();
    edit(dataDir, "UPDATE commands SET coverage = '{' WHERE sequence = 1");
    const storage = await open(dataDir);
    await expect(storage.journal.command(id(1))).rejects.toMatchObject({
      code: "dataDirectoryCorrupt",
      details: { file: join(dataDir, "journal.db") },
    });
    expect(await storage.journal.command(id(2))).not.toBeNull();
    await storage.close();
  });
});

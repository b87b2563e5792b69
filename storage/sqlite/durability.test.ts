import { access, chmod } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { modeOf, temporaryDirectory } from "../testing/directories.ts";
import * as sample from "../testing/samples.ts";
import { configure } from "./configure.ts";
import { openSqliteStorage } from "./index.ts";
import { pathsOf } from "./paths.ts";

const { at, id, startMs } = sample;
const open = (dataDir: string) => openSqliteStorage({ dataDir, now: () => startMs });

const filled = async (dataDir: string) => {
  const storage = await open(dataDir);
  await storage.journal.accept(sample.acceptedCommand(1, { idempotencyKey: "k" }));
  await storage.checkpoints.save(sample.checkpoint(50), Uint8Array.of(1, 2));
  await storage.journal.advance({
    commandId: id(1),
    from: "accepted",
    to: "executing",
    at: at(1),
    body: "{}",
    coverage: { state: "whole" },
    useCheckpoint: id(50),
  });
  await storage.journal.dispatch({
    commandId: id(1),
    requestId: "r1",
    state: "dispatched",
    at: at(2),
    body: "{}",
  });
  await storage.workflows.create(sample.workflow(20, { key: "w" }));
  await storage.sessions.saveSession(sample.session(61));
  await storage.sessions.savePage(sample.page(71));
  await storage.receipts.add(sample.receipt(81));
  await storage.artifacts.put(sample.artifact(90), Uint8Array.of(9, 8, 7));
  return storage;
};

const everything = async ({
  journal,
  checkpoints,
  workflows,
  sessions,
  receipts,
  artifacts,
}: Awaited<ReturnType<typeof open>>) => ({
  command: await journal.command(id(1)),
  byKey: await journal.commandByKey("ada", "k", at(0)),
  records: await journal.records(id(1)),
  dispatches: await journal.dispatches(id(1)),
  checkpoint: await checkpoints.get(id(50)),
  workflow: await workflows.byKey("ada", "w"),
  attempts: await workflows.attempts(id(20)),
  session: await sessions.session(id(61)),
  pages: await sessions.pagesOf(id(0xa3)),
  receipts: await receipts.ofWorkflow(id(0xa1)),
  artifact: await artifacts.record(id(90)),
  bytes: await artifacts.read(id(90)),
});

describe("a data directory", () => {
  it("holds everything that was written when it is opened again", async () => {
    const dataDir = await temporaryDirectory();
    const storage = await filled(dataDir);
    const before = await everything(storage);
    await storage.close();
    const again = await open(dataDir);
    expect(await everything(again)).toEqual(before);
    expect(before.checkpoint?.usedBy).toBe(id(1));
    expect(before.records).toHaveLength(3);
    expect(before.bytes).toEqual(Uint8Array.of(9, 8, 7));
    await again.journal.accept(sample.acceptedCommand(2));
    expect((await again.journal.command(id(2)))?.sequence).toBe(2);
    await again.close();
  });

  it("lets only its owner read the files and the folders", async () => {
    const dataDir = join(await temporaryDirectory(), "made", "for us");
    const storage = await filled(dataDir);
    expect(await modeOf(dataDir)).toBe(0o700);
    expect(await modeOf(join(dataDir, "artifacts", "objects"))).toBe(0o700);
    for (const name of ["journal.db", "journal.db-wal", "journal.db-shm", "lock.db", "owner.json"])
      expect([name, await modeOf(join(dataDir, name))]).toEqual([name, 0o600]);
    const artifact = await storage.artifacts.path(id(90));
    expect(await modeOf(artifact ?? "")).toBe(0o600);
    await storage.close();
  });

  it("is made private again when somebody widened the database's mode", async () => {
    const dataDir = await temporaryDirectory();
    await (await filled(dataDir)).close();
    await chmod(join(dataDir, "journal.db"), 0o644);
    const storage = await open(dataDir);
    await storage.journal.accept(sample.acceptedCommand(2));
    for (const name of ["journal.db", "journal.db-wal", "journal.db-shm"])
      expect([name, await modeOf(join(dataDir, name))]).toEqual([name, 0o600]);
    await storage.close();
  });

  it("can be read by another program while a runtime holds it", async () => {
    const dataDir = await temporaryDirectory();
    const storage = await filled(dataDir);
    const reader = new Database(join(dataDir, "journal.db"), { readonly: true });
    expect(reader.prepare("SELECT count(*) FROM journal").pluck().get()).toBe(3);
    reader.close();
    await storage.journal.accept(sample.acceptedCommand(2));
    await storage.close();
  });

  it("leaves neither a log nor an owner behind when it is closed", async () => {
    const dataDir = await temporaryDirectory();
    await (await filled(dataDir)).close();
    for (const name of ["journal.db-wal", "journal.db-shm", "owner.json", "journal.new"])
      await expect(access(join(dataDir, name))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("answers interrupted to every call after it was closed", async () => {
    const storage = await filled(await temporaryDirectory());
    await storage.close();
    await expect(storage.journal.command(id(1))).rejects.toMatchObject({ code: "interrupted" });
    const write = storage.journal.accept(sample.acceptedCommand(2));
    await expect(write).rejects.toMatchObject({ code: "interrupted" });
  });
});

describe("durability settings", () => {
  it("are FULL after a reopen, although SQLite itself falls back to NORMAL", async () => {
    const dataDir = await temporaryDirectory();
    await (await open(dataDir)).close();
    const db = new Database(pathsOf(dataDir).database);
    onTestFinished(() => {
      db.close();
    });
    db.pragma("user_version");
    expect(db.pragma("synchronous", { simple: true })).toBe(1);
    expect(configure(db)).toEqual({ journal_mode: "wal", synchronous: 2, foreign_keys: 1, fullfsync: 1 });
    expect(db.pragma("synchronous", { simple: true })).toBe(2);
  });

  it("refuse a database that cannot have a write-ahead log", () => {
    const db = new Database(":memory:");
    expect(() => configure(db)).toThrow(expect.objectContaining({ code: "journalFailed" }));
    db.close();
  });
});

describe("append-only tables", () => {
  it.each([
    ["journal", "UPDATE journal SET body = '{}'"],
    ["journal", "DELETE FROM journal"],
    ["journal", "INSERT OR REPLACE INTO journal SELECT * FROM journal"],
    ["dispatches", "UPDATE dispatches SET state = 'refused'"],
    ["dispatches", "DELETE FROM dispatches"],
    ["receipts", "UPDATE receipts SET body = '{}'"],
    ["receipts", "DELETE FROM receipts"],
  ])("%s refuses: %s", async (table, statement) => {
    const dataDir = await temporaryDirectory();
    await (await filled(dataDir)).close();
    const db = new Database(join(dataDir, "journal.db"));
    onTestFinished(() => {
      db.close();
    });
    const rows = () => db.prepare(`SELECT * FROM ${table}`).all();
    const before = rows();
    expect(before).not.toEqual([]);
    expect(() => db.exec(statement)).toThrow("append-only");
    expect(rows()).toEqual(before);
  });
});

import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import Database from "better-sqlite3";
import { z } from "zod";
import { RuntimeError } from "../../runtime/contract/index.ts";
import { sizeOf, writeNewFile } from "../files/durable.ts";
import { systemCode, withIoErrors } from "../files/ioErrors.ts";
import { sqliteCode, toStorageError } from "./errors.ts";
import type { DataPaths } from "./paths.ts";

const ownerSchema = z.object({ pid: z.int(), startedAt: z.string() });

/** The data directory is this runtime's alone until `release`, or until the process dies in any way. */
export interface DirectoryLock {
  /** Writes who holds the lock, for the message that a second runtime gets. */
  announce(now: number): Promise<void>;
  release(): Promise<void>;
}

const ownerPid = async (paths: DataPaths): Promise<number | null> => {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(paths.owner, "utf8"))).pid;
  } catch {
    return null;
  }
};

const locked = async (paths: DataPaths, cause: unknown): Promise<RuntimeError> => {
  const pid = await ownerPid(paths);
  const owner = pid === null ? "another process" : `process ${pid}`;
  return new RuntimeError("dataDirectoryLocked", `the data directory ${paths.dir} is in use by ${owner}`, {
    details: { dataDirectory: paths.dir, pid },
    cause,
  });
};

/** The transaction stays open for as long as the lock is held: the operating system frees it at once when the process dies. */
const hold = (file: string): Database.Database => {
  const db = new Database(file, { timeout: 0 });
  try {
    // Without this the transaction makes a `lock.db-journal`, also in a directory that is then refused as damaged.
    db.pragma("journal_mode = MEMORY");
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Takes the lock or throws `dataDirectoryLocked`; creates at most an empty `lock.db`. */
export const acquireLock = async (paths: DataPaths): Promise<DirectoryLock> => {
  // Never opened by other means once it exists: closing any handle on it would drop this process's lock.
  await withIoErrors(paths.dir, async () => {
    if ((await sizeOf(paths.lock)) !== null) return;
    await writeNewFile(paths.lock, new Uint8Array()).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
  });
  let db: Database.Database;
  try {
    db = hold(paths.lock);
  } catch (error) {
    if (sqliteCode(error)?.startsWith("SQLITE_BUSY")) throw await locked(paths, error);
    throw toStorageError(error, { dir: paths.dir, database: paths.lock });
  }
  let announced = false;
  return {
    announce: (now) =>
      withIoErrors(paths.dir, async () => {
        const owner = { pid: process.pid, startedAt: new Date(now).toISOString() };
        const next = `${paths.owner}.new`;
        await writeFile(next, JSON.stringify(owner), { mode: 0o600 });
        await rename(next, paths.owner);
        announced = true;
        await chmod(paths.lock, 0o600);
      }),
    release: async () => {
      try {
        // What a killed owner left stays, should this start be refused.
        if (announced) await rm(paths.owner, { force: true });
      } finally {
        db.close();
      }
    },
  };
};

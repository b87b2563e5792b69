import type { Database } from "better-sqlite3";
import type { Storage } from "../../runtime/ports/storage.ts";
import { type ArtifactFiles, openArtifactFiles } from "../files/artifacts.ts";
import { ensureDirectory, sizeOf } from "../files/durable.ts";
import { withIoErrors } from "../files/ioErrors.ts";
import { createAccess } from "./access.ts";
import { sqliteArtifacts } from "./artifacts.ts";
import { sqliteCheckpoints } from "./checkpoints.ts";
import { createDatabase, openDatabase } from "./database.ts";
import { inspectDatabase } from "./inspect.ts";
import { sqliteJournal } from "./journal.ts";
import { acquireLock, type DirectoryLock } from "./lock.ts";
import { type DataPaths, pathsOf } from "./paths.ts";
import { sqliteReceipts } from "./receipts.ts";
import { sqliteSessions } from "./sessions.ts";
import { sqliteWorkflows } from "./workflows.ts";

const stores = (db: Database, paths: DataPaths, files: ArtifactFiles): Omit<Storage, "close"> => {
  const access = createAccess(db, paths);
  return {
    journal: sqliteJournal(access),
    checkpoints: sqliteCheckpoints(access),
    workflows: sqliteWorkflows(access),
    sessions: sqliteSessions(access),
    receipts: sqliteReceipts(access),
    artifacts: sqliteArtifacts(access, files),
  };
};

const openLocked = async (paths: DataPaths, lock: DirectoryLock, now: () => number): Promise<Storage> => {
  const found = await inspectDatabase(paths);
  await lock.announce(now());
  if (found === "absent") await createDatabase(paths, now);
  const files = await openArtifactFiles(paths.dir);
  const db = await openDatabase(paths, now);
  const close = async () => {
    if (!db.open) return;
    try {
      db.close();
    } finally {
      await withIoErrors(paths.dir, () => lock.release());
    }
  };
  return { ...stores(db, paths, files), close };
};

/** Opens, or makes, the durable storage of a data directory; a damaged one is refused before anything in it is changed. */
export const openSqliteStorage = async (options: {
  readonly dataDir: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}): Promise<Storage> => {
  const paths = pathsOf(options.dataDir);
  const isOwned = await withIoErrors(paths.dir, async () => (await sizeOf(paths.lock)) !== null);
  // Without a lock file nobody holds the lock, and making one would already change a damaged directory.
  if (!isOwned) await inspectDatabase(paths);
  await withIoErrors(paths.dir, () => ensureDirectory(paths.dir));
  const lock = await acquireLock(paths);
  try {
    return await openLocked(paths, lock, options.now);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

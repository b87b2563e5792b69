import { constants } from "node:fs";
import { chmod, open, rename, rm } from "node:fs/promises";
import Database from "better-sqlite3";
import { sizeOf, syncDirectory, writeNewFile } from "../files/durable.ts";
import { withIoErrors } from "../files/ioErrors.ts";
import { configure } from "./configure.ts";
import { sqliteCode, toStorageError } from "./errors.ts";
import { claim, migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { DataPaths } from "./paths.ts";

const translated = <T>(paths: DataPaths, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw toStorageError(error, paths);
  }
};

const closing = <T>(db: Database.Database, work: () => T): T => {
  try {
    return work();
  } finally {
    db.close();
  }
};

/** Makes a whole database under another name and then gives it its own, so that no crash leaves an empty `journal.db`. */
export const createDatabase = async (paths: DataPaths, now: () => number): Promise<void> =>
  withIoErrors(paths.dir, async () => {
    for (const suffix of ["", "-journal", "-wal", "-shm"])
      await rm(`${paths.unfinished}${suffix}`, { force: true });
    await writeNewFile(paths.unfinished, new Uint8Array());
    translated(paths, () => {
      const db = new Database(paths.unfinished);
      closing(db, () => {
        configure(db);
        claim(db);
        migrate(db, migrations, now);
        // Closing would do the same, and would say nothing if it failed: the log would stay behind under the old name.
        db.pragma("wal_checkpoint(TRUNCATE)");
      });
    });
    const handle = await open(paths.unfinished, constants.O_RDWR);
    await handle.sync().finally(() => handle.close());
    await rename(paths.unfinished, paths.database);
    await syncDirectory(paths.dir);
  });

/** A log left by a crash may hold a torn tail; starting a fresh one keeps the check of `walFile.ts` exact. */
const startFreshLog = (db: Database.Database): void => {
  try {
    db.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // On a full disk the log stays and everything in it can be read.
    if (sqliteCode(error) !== "SQLITE_FULL") throw error;
  }
};

const connect = (paths: DataPaths, now: () => number): Database.Database => {
  const db = new Database(paths.database, { timeout: 1_000 });
  try {
    configure(db);
    migrate(db, migrations, now);
    startFreshLog(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Opens the inspected database for its one writer. */
export const openDatabase = async (paths: DataPaths, now: () => number): Promise<Database.Database> => {
  const makePrivate = (file: string) => withIoErrors(paths.dir, () => chmod(file, 0o600));
  const existing = async () => {
    const sizes = await Promise.all([paths.database, paths.wal, paths.shm].map(sizeOf));
    return [paths.database, paths.wal, paths.shm].filter((_, index) => sizes[index] !== null);
  };
  for (const file of await existing()) await makePrivate(file);
  return translated(paths, () => connect(paths, now));
};

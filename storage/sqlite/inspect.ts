import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sizeOf } from "../files/durable.ts";
import { corrupt, withIoErrors } from "../files/ioErrors.ts";
import { sqliteCode, toStorageError } from "./errors.ts";
import { checkMigrations } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { DataPaths } from "./paths.ts";
import { faultOfWal } from "./walFile.ts";

const checkCopy = (copy: string, original: string): void => {
  const db = new Database(copy, { timeout: 0 });
  try {
    const found = db.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw corrupt(original, `the database is damaged (${String(found)})`);
    checkMigrations(db, original, migrations);
  } finally {
    db.close();
  }
};

/** Even a read-only connection writes beside a WAL database, so a copy elsewhere is what gets opened. */
const checkElsewhere = async (paths: DataPaths, hasWal: boolean): Promise<void> => {
  const scratch = await withIoErrors(tmpdir(), () => mkdtemp(join(tmpdir(), "holdfast-check-")));
  const copy = join(scratch, "journal.db");
  try {
    await withIoErrors(`${paths.dir} (copied to ${scratch} for a check)`, async () => {
      await copyFile(paths.database, copy);
      if (hasWal) await copyFile(paths.wal, `${copy}-wal`);
    });
    checkCopy(copy, paths.database);
  } catch (error) {
    throw sqliteCode(error) === null
      ? error
      : toStorageError(error, { dir: scratch, database: paths.database });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Refuses a damaged database, changing not one byte of the data directory; `absent` when there is none yet. */
export const inspectDatabase = async (paths: DataPaths): Promise<"sound" | "absent"> => {
  const [size, walSize] = await withIoErrors(paths.dir, () =>
    Promise.all([sizeOf(paths.database), sizeOf(paths.wal)]),
  );
  if (size === null && walSize === null) return "absent";
  if (size === null)
    throw corrupt(paths.wal, "this write-ahead log lies there without its database journal.db");
  // A new database gets its name only when it is whole, so an empty one has lost everything.
  if (size === 0) throw corrupt(paths.database, "the database is empty");
  const fault = walSize === null ? null : await withIoErrors(paths.dir, () => faultOfWal(paths.wal));
  if (fault !== null) throw corrupt(paths.wal, fault);
  await checkElsewhere(paths, walSize !== null);
  return "sound";
};

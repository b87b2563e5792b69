import Database from "better-sqlite3";
import { RuntimeError } from "../../runtime/contract/index.ts";
import { corrupt, journalFailed, systemCode } from "../files/ioErrors.ts";
import type { DataPaths } from "./paths.ts";

const damaged = /^SQLITE_(CORRUPT|NOTADB)/;
const unwritable = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|BUSY|LOCKED|PERM|AUTH)/;

export const sqliteCode = (error: unknown): string | null =>
  error instanceof Database.SqliteError ? error.code : null;

/** What a failure of SQLite or of the file system means to the caller; any other error passes through. */
export const toStorageError = (error: unknown, paths: Pick<DataPaths, "dir" | "database">): unknown => {
  const system = systemCode(error);
  if (system !== null) return journalFailed(paths.dir, system, error);
  const code = sqliteCode(error);
  if (code === null) return error;
  if (damaged.test(code)) return corrupt(paths.database, `the database is damaged (${code})`, error);
  if (unwritable.test(code)) return journalFailed(paths.dir, code, error);
  return new RuntimeError("internal", `the database refused a statement (${code})`, { cause: error });
};

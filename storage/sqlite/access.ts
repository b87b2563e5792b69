import type { Database, Statement } from "better-sqlite3";
import type { z } from "zod";
import { RuntimeError } from "../../runtime/contract/index.ts";
import { corrupt } from "../files/ioErrors.ts";
import { sqliteCode, toStorageError } from "./errors.ts";
import type { DataPaths } from "./paths.ts";

/** The one way the stores reach the database: statements, transactions, rows that fit a schema, errors of ours. */
export interface Access {
  prepare(sql: string): Statement;
  read<T>(work: () => T): Promise<T>;
  /** One immediate transaction; settles once it is durable. */
  write<T>(work: () => T): Promise<T>;
  row<S extends z.ZodType>(schema: S, row: unknown): z.output<S> | null;
  rows<S extends z.ZodType>(schema: S, rows: readonly unknown[]): z.output<S>[];
}

// After a failed fsync the system may call lost pages clean, so nothing written later could be promised.
const failedSync = /^SQLITE_IOERR_(DIR_)?FSYNC/;

export const createAccess = (db: Database, paths: DataPaths): Access => {
  let lostDurability: RuntimeError | null = null;

  const guarded = <T>(work: () => T): T => {
    if (!db.open) throw new RuntimeError("interrupted", `the storage of ${paths.dir} is closed`);
    try {
      return work();
    } catch (error) {
      throw toStorageError(error, paths);
    }
  };
  const commit = <T>(work: () => T): T => {
    if (lostDurability !== null) throw lostDurability;
    try {
      return db.transaction(work).immediate();
    } catch (error) {
      if (failedSync.test(sqliteCode(error) ?? ""))
        lostDurability = new RuntimeError(
          "journalFailed",
          `the data directory ${paths.dir} did not make an earlier write durable; restart the runtime`,
          { details: { dataDirectory: paths.dir }, cause: error },
        );
      throw error;
    }
  };
  const parse = <S extends z.ZodType>(schema: S, row: unknown): z.output<S> => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    throw corrupt(paths.database, "a record does not fit its schema", parsed.error);
  };

  return {
    prepare: (sql) => guarded(() => db.prepare(sql)),
    read: async (work) => guarded(work),
    write: async (work) => guarded(() => commit(work)),
    row: (schema, row) => (row === undefined ? null : parse(schema, row)),
    rows: (schema, rows) => rows.map((row) => parse(schema, row)),
  };
};

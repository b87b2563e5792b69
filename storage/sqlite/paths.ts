import { join, resolve } from "node:path";

/** The files of one data directory that the database is about. */
export interface DataPaths {
  readonly dir: string;
  readonly database: string;
  readonly wal: string;
  readonly shm: string;
  /** Where a new database is made before it gets its name. */
  readonly unfinished: string;
  readonly lock: string;
  readonly owner: string;
}

export const pathsOf = (dataDir: string): DataPaths => {
  const dir = resolve(dataDir);
  const database = join(dir, "journal.db");
  return {
    dir,
    database,
    wal: `${database}-wal`,
    shm: `${database}-shm`,
    unfinished: join(dir, "journal.new"),
    lock: join(dir, "lock.db"),
    owner: join(dir, "owner.json"),
  };
};

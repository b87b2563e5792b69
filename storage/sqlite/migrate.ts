import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import { z } from "zod";
import { corrupt } from "../files/ioErrors.ts";
import type { Migration } from "./migrations/index.ts";

/** Marks the file as ours ("Hold"), so that another program's database is never taken for a journal. */
const applicationId = 0x486f6c64;

const appliedSchema = z.object({ version: z.int(), name: z.string(), sha256: z.string() });
export type AppliedMigration = z.infer<typeof appliedSchema>;

const digestOf = (migration: Migration) => createHash("sha256").update(migration.sql).digest("hex");

/** Why the recorded migrations are not the first ones of the known, in order and unchanged; null when they are. */
export const faultOf = (applied: readonly AppliedMigration[], known: readonly Migration[]): string | null => {
  for (const [index, row] of applied.entries()) {
    const migration = known[index];
    if (migration === undefined)
      return `it has migration ${row.version} of a newer release; this one knows ${known.length}`;
    if (row.version !== migration.version)
      return `migration ${migration.version} is not recorded but ${row.version} is`;
    if (row.name !== migration.name || row.sha256 !== digestOf(migration))
      return `migration ${row.version} (${row.name}) is not the one that this release knows`;
  }
  return applied.length === 0 ? "no migration is recorded" : null;
};

/** Refuses a database that is not a journal of this release or an earlier one; reads only. */
export const checkMigrations = (db: Database, file: string, known: readonly Migration[]): void => {
  if (db.pragma("application_id", { simple: true }) !== applicationId)
    throw corrupt(file, "this is not a journal of Holdfast");
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get();
  const rows =
    table === undefined
      ? []
      : db.prepare("SELECT version, name, sha256 FROM schema_migrations ORDER BY version").all();
  const fault = faultOf(z.array(appliedSchema).parse(rows), known);
  if (fault !== null) throw corrupt(file, fault);
};

/** Makes an empty database ours. */
export const claim = (db: Database): void => {
  db.pragma(`application_id = ${applicationId}`);
  db.exec(`CREATE TABLE schema_migrations (
    version INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL
  ) STRICT`);
};

/** Applies, each in its own transaction, the migrations that are not recorded yet. */
export const migrate = (db: Database, known: readonly Migration[], now: () => number): void => {
  const isApplied = db.prepare("SELECT 1 FROM schema_migrations WHERE version = ?");
  const record = db.prepare("INSERT INTO schema_migrations VALUES (?, ?, ?, ?)");
  const apply = db.transaction((migration: Migration) => {
    db.exec(migration.sql);
    const appliedAt = new Date(now()).toISOString();
    record.run(migration.version, migration.name, digestOf(migration), appliedAt);
  });
  for (const migration of known)
    if (isApplied.get(migration.version) === undefined) apply.immediate(migration);
};

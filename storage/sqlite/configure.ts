import type { Database } from "better-sqlite3";
import { z } from "zod";
import { RuntimeError } from "../../runtime/contract/index.ts";

const required = { journal_mode: "wal", synchronous: 2, foreign_keys: 1, fullfsync: 1 } as const;
export type AssertedPragmas = Readonly<Record<keyof typeof required, string | number>>;

const setting = z.union([z.string(), z.number()]);

/** Sets and asserts on every open what durability rests on: SQLite reopens a WAL file with `synchronous=NORMAL`. */
export const configure = (db: Database): AssertedPragmas => {
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  db.pragma("fullfsync = ON");
  db.pragma("trusted_schema = OFF");
  const read = (name: keyof typeof required) => setting.parse(db.pragma(name, { simple: true }));
  const found = {
    journal_mode: read("journal_mode"),
    synchronous: read("synchronous"),
    foreign_keys: read("foreign_keys"),
    fullfsync: read("fullfsync"),
  };
  if (JSON.stringify(found) === JSON.stringify(required)) return found;
  throw new RuntimeError("journalFailed", `${db.name} cannot be opened durably: ${JSON.stringify(found)}`, {
    details: { found, required },
  });
};

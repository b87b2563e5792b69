import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { claim, faultOf, migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations/index.ts";

const known: readonly Migration[] = ["one", "two", "three"].map((name, index) => ({
  version: index + 1,
  name,
  sql: `CREATE TABLE ${name} (a)`,
}));
const applied = (...versions: number[]) =>
  known
    .filter((migration) => versions.includes(migration.version))
    .map(({ version, name, sql }) => ({
      version,
      name,
      sha256: createHash("sha256").update(sql).digest("hex"),
    }));

describe("recorded migrations", () => {
  it("may be the first ones of the known", () => {
    for (const versions of [[1], [1, 2], [1, 2, 3]]) expect(faultOf(applied(...versions), known)).toBeNull();
  });

  it("may not be none", () => {
    expect(faultOf([], known)).toMatch(/no migration/);
  });

  it("may not have a gap", () => {
    expect(faultOf(applied(1, 3), known)).toMatch(/2 is not recorded but 3 is/);
    expect(faultOf(applied(2), known)).toMatch(/1 is not recorded but 2 is/);
  });

  it("may not be of a newer release", () => {
    expect(faultOf(applied(1, 2, 3), known.slice(0, 2))).toMatch(/newer release/);
  });

  it("may not have another text or name", () => {
    const [first, second] = applied(1, 2);
    const changed = [first, { ...second, sha256: "0" }].flatMap((row) =>
      row?.version === undefined || row.name === undefined
        ? []
        : [{ ...row, version: row.version, name: row.name }],
    );
    expect(faultOf(changed, known)).toMatch(/migration 2 \(two\)/);
    expect(faultOf(applied(1), [{ version: 1, name: "uno", sql: "CREATE TABLE one (a)" }])).toMatch(
      /migration 1/,
    );
  });
});

describe("migrating", () => {
  it("applies only what is missing and records when", () => {
    const db = new Database(":memory:");
    claim(db);
    migrate(db, known.slice(0, 1), () => 0);
    migrate(db, known, () => 1_000);
    const rows = db.prepare("SELECT version, applied_at FROM schema_migrations").raw().all();
    expect(rows).toEqual([
      [1, "1970-01-01T00:00:00.000Z"],
      [2, "1970-01-01T00:00:01.000Z"],
      [3, "1970-01-01T00:00:01.000Z"],
    ]);
    db.close();
  });

  it("leaves nothing of a migration that fails", () => {
    const db = new Database(":memory:");
    claim(db);
    const broken = { version: 1, name: "broken", sql: "CREATE TABLE a (b); CREATE TABLE a (b);" };
    expect(() => migrate(db, [broken], () => 0)).toThrow();
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'a'").all()).toEqual([]);
    expect(db.prepare("SELECT * FROM schema_migrations").all()).toEqual([]);
    db.close();
  });

  it("numbers the released migrations from 1 without gaps", () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it("never changes a released migration", () => {
    const digests = migrations.map(({ sql }) => createHash("sha256").update(sql).digest("hex"));
    expect(digests).toEqual(["bf5362d65de1c5cb90d8deb6c2b1685900f9d1efd74f0f14c1adc018853d2106"]);
  });
});

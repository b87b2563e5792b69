// A test of the test: loaded before the workload, it makes the real storage careless in one way while all else is as it is.
import { open } from "node:fs/promises";
import Database from "better-sqlite3";

const { pragma } = Database.prototype;

/** SQLite syncs nothing, and the storage, which asks, is told otherwise. */
const withoutSynchronous = () => {
  Database.prototype.pragma = function (source, options) {
    if (source === "synchronous") return 2;
    return pragma.call(this, source === "synchronous = FULL" ? "synchronous = OFF" : source, options);
  };
};

/** What the storage itself syncs, which is files and folders but not the log, is not synced. */
const withoutSync = async () => {
  const handle = await open(process.execPath, "r");
  Object.assign(Object.getPrototypeOf(handle), { sync: async () => {} });
  await handle.close();
};

if (process.env["HOLDFAST_CARELESS"] === "synchronous=OFF") withoutSynchronous();
else await withoutSync();

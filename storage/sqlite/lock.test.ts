import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { spawnScript } from "../testing/children.ts";
import { fingerprintOf, temporaryDirectory } from "../testing/directories.ts";
import { acceptedCommand, id, startMs } from "../testing/samples.ts";
import { openSqliteStorage } from "./index.ts";

const open = (dataDir: string) => openSqliteStorage({ dataDir, now: () => startMs });

describe("the lock of a data directory", () => {
  it("refuses a second runtime of the same process and names the owner's pid", async () => {
    const dataDir = await temporaryDirectory();
    const first = await open(dataDir);
    const second = open(dataDir);
    await expect(second).rejects.toMatchObject({
      code: "dataDirectoryLocked",
      details: { pid: process.pid },
      message: expect.stringContaining(`process ${process.pid}`),
    });
    // The refusal must not have dropped the owner's lock: closing any handle on a file drops a process's locks on it.
    await expect(open(`${dataDir}/.`)).rejects.toMatchObject({ code: "dataDirectoryLocked" });
    expect(await first.journal.accept(acceptedCommand(1))).toBe("appended");
    await first.close();
    const third = await open(dataDir);
    expect(await third.journal.command(id(1))).not.toBeNull();
    await third.close();
  });

  it("lets exactly one of several runtimes that start at once in", async () => {
    const dataDir = await temporaryDirectory();
    const starts = await Promise.allSettled([open(dataDir), open(dataDir), open(dataDir)]);
    const opened = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    const refused = starts.flatMap((start): unknown[] => (start.status === "rejected" ? [start.reason] : []));
    expect(opened).toHaveLength(1);
    const locked = expect.objectContaining({ code: "dataDirectoryLocked" });
    expect(refused).toEqual([locked, locked]);
    for (const storage of opened) await storage.close();
  });

  it("refuses while another process holds it, changes nothing, and is free at once after SIGKILL", async () => {
    const dataDir = await temporaryDirectory();
    const child = spawnScript("holdLock.ts", [dataDir]);
    expect((await child.lines.next()).value).toBe("open");
    const before = await fingerprintOf(dataDir);
    await expect(open(dataDir)).rejects.toMatchObject({
      code: "dataDirectoryLocked",
      details: { pid: child.pid },
      message: expect.stringContaining(`process ${child.pid}`),
    });
    expect(await fingerprintOf(dataDir)).toEqual(before);
    await child.kill();
    const storage = await open(dataDir);
    expect(await storage.journal.accept(acceptedCommand(1))).toBe("appended");
    await storage.close();
  });

  it("is released when opening fails after it was taken", async () => {
    const dataDir = await temporaryDirectory();
    await (await open(dataDir)).close();
    await rm(join(dataDir, "artifacts"), { recursive: true });
    await writeFile(join(dataDir, "artifacts"), "in the way");
    await expect(open(dataDir)).rejects.toMatchObject({ code: "journalFailed" });
    await rm(join(dataDir, "artifacts"));
    await (await open(dataDir)).close();
  });
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { spawnScript } from "../testing/children.ts";
import { fingerprintOf, temporaryDirectory } from "../testing/directories.ts";
import { acceptedCommand, artifact, id, startMs } from "../testing/samples.ts";
import { openSqliteStorage } from "./index.ts";

const open = (dataDir: string) => openSqliteStorage({ dataDir, now: () => startMs });

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  readable: z.int(),
  again: z.string(),
});

/** Runs the writer until its write fails; what it acknowledged and what it then said. */
const writeUntilFailure = async (dataDir: string, prefix: readonly string[]) => {
  const child = spawnScript("acceptForever.ts", [dataDir, "4000"], prefix);
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  const failure = failureSchema.parse(JSON.parse(lines.at(-1) ?? ""));
  return { acknowledged: lines.slice(0, -1), failure };
};

const expectAll = async (dataDir: string, acknowledged: readonly string[]): Promise<void> => {
  const storage = await open(dataDir);
  for (const commandId of acknowledged) {
    expect(await storage.journal.command(commandId)).toMatchObject({ phase: "accepted" });
    expect(await storage.journal.records(commandId)).toHaveLength(1);
  }
  await storage.close();
};

const mountTmpfs = (directory: string) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m,mode=0700", "tmpfs", directory]);
const unmount = (directory: string) => spawnSync("umount", ["--lazy", directory]);

const reasonAgainstMounting = (): string | null => {
  const probe = mkdtempSync(join(tmpdir(), "holdfast-test-"));
  const { status } = mountTmpfs(probe);
  if (status === 0) unmount(probe);
  rmdirSync(probe);
  return status === 0 ? null : "(skipped: mounting is not permitted here)";
};
const noMount = reasonAgainstMounting();
const noStrace =
  spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0
    ? null
    : "(skipped: strace does not work here)";
const noBash =
  spawnSync("bash", ["-c", "ulimit -f 1000"]).status === 0 ? null : "(skipped: ulimit does not work here)";

/** A file system of three MiB that goes away after the test. */
const smallDisk = async (): Promise<string> => {
  const directory = await temporaryDirectory();
  const mounted = mountTmpfs(directory);
  if (mounted.status !== 0) throw new Error(String(mounted.stderr));
  onTestFinished(() => {
    unmount(directory);
  });
  return directory;
};

describe("a runtime that is killed", () => {
  it.each([1, 60, 400])("loses no record it acknowledged, killed after %d", async (count) => {
    const dataDir = await temporaryDirectory();
    const child = spawnScript("acceptForever.ts", [dataDir]);
    const acknowledged: string[] = [];
    while (acknowledged.length < count) acknowledged.push(z.string().parse((await child.lines.next()).value));
    const killed = child.kill();
    for await (const line of child.lines) acknowledged.push(line);
    await killed;
    await expectAll(
      dataDir,
      acknowledged.filter((line) => line.length === id(0).length),
    );
  });
});

describe("a disk that takes no more", () => {
  it.skipIf(noMount !== null)(
    `fails with journalFailed when full, keeps everything earlier readable, and goes on once there is space ${noMount ?? ""}`,
    async () => {
      const dataDir = await smallDisk();
      const storage = await open(dataDir);
      let accepted = 0;
      const fill = async () => {
        for (;;) {
          await storage.journal.accept(
            acceptedCommand(accepted + 1, { sealedEnvelope: new Uint8Array(4_000) }),
          );
          accepted += 1;
        }
      };
      await expect(fill()).rejects.toMatchObject({
        code: "journalFailed",
        message: expect.stringContaining(dataDir),
        details: { cause: "SQLITE_FULL" },
      });
      expect(accepted).toBeGreaterThan(20);
      expect(await storage.journal.unfinished()).toHaveLength(accepted);
      expect(await storage.journal.command(id(accepted + 1))).toBeNull();
      const put = storage.artifacts.put(artifact(90), new Uint8Array(2_900_000));
      await expect(put).rejects.toMatchObject({ code: "journalFailed", details: { cause: "ENOSPC" } });
      expect(await storage.artifacts.record(id(90))).toBeNull();
      spawnSync("mount", ["-o", "remount,size=16m", dataDir]);
      expect(await storage.journal.accept(acceptedCommand(accepted + 1))).toBe("appended");
      await storage.close();
      const again = await open(dataDir);
      expect(await again.journal.unfinished()).toHaveLength(accepted + 1);
      await again.close();
    },
  );

  it.skipIf(noBash !== null)(
    `fails with journalFailed when a file may not grow, and everything earlier stays readable ${noBash ?? ""}`,
    async () => {
      const dataDir = await temporaryDirectory();
      const limited = ["bash", "-c", 'ulimit -f 2000; exec "$@"', "bash"];
      const { acknowledged, failure } = await writeUntilFailure(dataDir, limited);
      expect(failure).toMatchObject({ code: "journalFailed", readable: acknowledged.length });
      expect(failure.message).toContain(dataDir);
      expect(acknowledged.length).toBeGreaterThan(20);
      await expectAll(dataDir, acknowledged);
    },
  );

  it.skipIf(noStrace !== null)(
    `promises nothing more once an fsync failed, because what was written may be gone ${noStrace ?? ""}`,
    async () => {
      const dataDir = await temporaryDirectory();
      await (await open(dataDir)).close();
      const inject = "inject=fdatasync,fsync:error=EIO:when=40";
      const failing = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e", inject];
      const { acknowledged, failure } = await writeUntilFailure(dataDir, failing);
      expect(failure).toMatchObject({ code: "journalFailed", readable: acknowledged.length });
      expect(failure.again).toContain("restart the runtime");
      await expectAll(dataDir, acknowledged);
    },
  );

  it.skipIf(noStrace !== null)(
    `makes the database again on the next start when the first could not write it whole ${noStrace ?? ""}`,
    async () => {
      const dataDir = await temporaryDirectory();
      const database = ["-P", join(dataDir, "journal.new")];
      const inject = ["-e", "trace=pwrite64", "-e", "inject=pwrite64:error=ENOSPC:when=2+"];
      const full = ["strace", "-f", "-qq", "-o", "/dev/null", ...database, ...inject];
      const child = spawnScript("openOnce.ts", [dataDir], full);
      expect((await child.lines.next()).value).toBe("journalFailed");
      const storage = await open(dataDir);
      expect(await storage.journal.accept(acceptedCommand(1))).toBe("appended");
      await storage.close();
    },
  );

  it.skipIf(noMount !== null)(
    `refuses to open on a file system that is read-only, names it and changes nothing ${noMount ?? ""}`,
    async () => {
      const dataDir = await smallDisk();
      await (await open(dataDir)).close();
      expect(spawnSync("mount", ["-o", "remount,ro", dataDir]).status).toBe(0);
      const before = await fingerprintOf(dataDir);
      await expect(open(dataDir)).rejects.toMatchObject({
        code: "journalFailed",
        message: expect.stringContaining(dataDir),
      });
      expect(await fingerprintOf(dataDir)).toEqual(before);
    },
  );

  it("refuses to open where a file lies in place of the directory, and names it", async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    await writeFile(dataDir, "a file");
    await expect(open(dataDir)).rejects.toMatchObject({
      code: "journalFailed",
      message: expect.stringContaining(dataDir),
    });
    const below = join(dataDir, "below");
    await expect(open(below)).rejects.toMatchObject({
      code: "journalFailed",
      message: expect.stringContaining(below),
    });
  });

  it("refuses to open where a directory lies in place of the database", async () => {
    const dataDir = await temporaryDirectory();
    await mkdir(join(dataDir, "journal.db"));
    await expect(open(dataDir)).rejects.toMatchObject({ message: expect.stringContaining(dataDir) });
  });
});

import { execFile } from "node:child_process";
import { mkdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import {
  attemptRunner,
  beginAttempt,
  type CommandOutcome,
  environmentSecrets,
  openRuntime,
  RuntimeError,
} from "../gateway/index.ts";
import { freshRun, test } from "./support/stage.ts";

const command = promisify(execFile);

/** A disk of its own, small enough to be filled; null with the reason where none can be mounted. */
const smallDisk = async (directory: string): Promise<string | null> => {
  await mkdir(directory);
  try {
    await command("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", directory]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Fills the disk but for `roomKiB`. */
const fillUp = async (filler: string, roomKiB: number): Promise<void> => {
  for (let bytes = 4 * 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    await writeFile(filler, Buffer.alloc(bytes), { flag: "a" }).catch(() => {});
  }
  const { size } = await stat(filler);
  await truncate(filler, size - roomKiB * 1_024);
};

/** How a command ended; one that was not even accepted has done nothing. */
const endOf = (command: Promise<CommandOutcome>) =>
  command.then(
    (outcome) => ({ effect: outcome.effect, code: "error" in outcome ? outcome.error.code : null }),
    (error: unknown) => ({
      effect: "none",
      code: error instanceof RuntimeError ? error.code : String(error),
    }),
  );

test("on a full disk nothing is sent, and once there is room again it is sent once", async ({
  site,
  dataDir,
}) => {
  const disk = join(dataDir, "disk");
  const problem = process.getuid?.() === 0 ? await smallDisk(disk) : "mounting a small disk takes root";
  test.skip(problem !== null, problem ?? "");
  const runtime = await openRuntime({
    dataDir: join(disk, "data"),
    secrets: environmentSecrets({ PORTAL_PASSWORD: "correct horse battery" }),
  });
  try {
    const run = freshRun("full");
    const execute = attemptRunner(runtime, await beginAttempt(runtime, "local"));
    expect((await execute(openForm(`${site.url}/r/${run}/register`))).status).toBe("completed");
    expect((await execute(fillForm("Ada Lovelace", "ada@example.test"))).status).toBe("completed");

    const filler = join(disk, "filler");
    for (const [roomKiB, effects] of [
      [0, ["none"]],
      [32, ["none", "notSent"]],
      [64, ["none", "notSent"]],
    ] as const) {
      await fillUp(filler, roomKiB);
      const { effect, code } = await endOf(execute(submitForm));
      expect(code).toBe("journalFailed");
      expect(effects).toContain(effect);
      expect(site.submissions(run)).toHaveLength(0);
    }

    await rm(filler);
    expect(await endOf(execute(submitForm))).toEqual({ effect: "answered", code: null });
    expect(site.submissions(run)).toHaveLength(1);
  } finally {
    await runtime.close();
    await command("umount", [disk]);
  }
});

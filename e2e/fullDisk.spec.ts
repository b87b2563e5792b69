import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import { attemptRunner, beginAttempt, environmentSecrets, openRuntime } from "../gateway/index.ts";
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

const fillUp = async (file: string): Promise<void> => {
  for (let bytes = 4 * 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    await writeFile(file, Buffer.alloc(bytes), { flag: "a" }).catch(() => {});
  }
};

test("on a full disk nothing is typed or sent, and once there is room again it is sent once", async ({
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
    const place = await beginAttempt(runtime, "local");
    const execute = attemptRunner(runtime, place);
    expect((await execute(openForm(`${site.url}/r/${run}/register`))).status).toBe("completed");
    expect((await execute(fillForm("Ada Lovelace", "ada@example.test"))).status).toBe("completed");

    const filler = join(disk, "filler");
    await fillUp(filler);
    const refused = await execute(submitForm).catch((error: unknown) => ({ refused: error }));
    console.log(JSON.stringify(refused).slice(0, 600));
    expect(site.submissions(run)).toHaveLength(0);

    await rm(filler);
    const sent = await execute(submitForm);
    console.log(JSON.stringify(sent).slice(0, 600));
    expect(sent.status).toBe("completed");
    expect(site.submissions(run)).toHaveLength(1);
  } finally {
    await runtime.close();
    await command("umount", [disk]);
  }
});

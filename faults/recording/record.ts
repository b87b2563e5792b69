import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PowerScript, powerScripts } from "../workload/script.ts";
import type { Recording } from "./operations.ts";
import { parseStrace } from "./parseStrace.ts";
import { toOperations, tracedCalls } from "./toOperations.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const workload = fileURLToPath(new URL("../workload/main.ts", import.meta.url));
const careless = new URL("../workload/careless.ts", import.meta.url).href;

/** How the real storage is made careless: SQLite without its syncs, or the files without theirs. */
export const realCarelessness = ["synchronous=OFF", "files without a sync"] as const;
export type RealCarelessness = (typeof realCarelessness)[number];

const recordIn = async (
  scratch: string,
  script: PowerScript,
  how: RealCarelessness | undefined,
): Promise<Recording> => {
  const disk = join(scratch, "disk");
  const notes = join(scratch, "notes");
  await mkdir(disk);
  const texts: string[] = [];
  for (const [index, life] of powerScripts[script].entries()) {
    const output = join(scratch, `strace.${index}`);
    const tracing = ["-f", "-y", "-xx", "-qq", "-s", "1000000", "-o", output];
    const preload = how === undefined ? [] : ["--import", careless];
    const child = [process.execPath, "--import", "tsx", ...preload, workload];
    const args = [join(disk, "data"), notes, script, String(index)];
    const traced = spawn("strace", [...tracing, "-e", `trace=${tracedCalls.join(",")}`, ...child, ...args], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, HOLDFAST_CARELESS: how },
    });
    const [code, signal] = await once(traced, "close");
    const asMeant = life.end === "kill" ? signal === "SIGKILL" || code === 137 : code === 0;
    if (!asMeant) throw new Error(`life ${index} ended with ${String(signal ?? code)}`);
    texts.push(await readFile(output, "latin1"));
    await rm(output);
  }
  return toOperations(parseStrace(texts.join("\n")), { disk, notes });
};

/** Runs the lives of a script under strace, each in a process of its own, and reads what they did to the disk. */
export const recordWorkload = async (script: PowerScript, how?: RealCarelessness): Promise<Recording> => {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), "holdfast-faults-")));
  try {
    return await recordIn(scratch, script, how);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

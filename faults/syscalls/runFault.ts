import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { checkDirectory } from "../check/checkDirectory.ts";
import type { Finding } from "../check/judge.ts";
import { readImage } from "../image/writeImage.ts";
import { callsOf, decodeNote, type Note } from "../workload/notes.ts";
import { injectionOf, type PlannedFault } from "./plan.ts";
import { injectedPath } from "./straceLog.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const workload = fileURLToPath(new URL("../workload/main.ts", import.meta.url));
/** Far more than a run takes on a busy machine: one that is not over then never will be. */
const hangMs = 180_000;

export interface FaultRun {
  /** Where on the disk the fault struck; null when the run did not come to it. */
  readonly path: string | null;
  /** How the process ended. */
  readonly end: string;
  readonly acknowledged: number;
  /** How often which error was given to the caller. */
  readonly errors: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
}

/** Runs the workload under strace in an empty folder; settles when it is over, or was ended because it hung. */
export const runTraced = async (folder: string, tracing: readonly string[]) => {
  const scratch = await realpath(folder);
  const disk = join(scratch, "disk");
  const [log, notes] = [join(scratch, "log"), join(scratch, "notes")];
  await mkdir(disk);
  const child = [
    process.execPath,
    "--import",
    "tsx",
    workload,
    join(disk, "data"),
    notes,
    "faults",
    "0",
    "1",
  ];
  const traced = spawn("strace", ["-f", "-y", "-xx", "-s", "256", "-o", log, ...tracing, ...child], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, so that a hung child can be ended with its tracer. One thread for files makes counts repeatable.
    detached: true,
    env: { ...process.env, UV_THREADPOOL_SIZE: "1" },
  });
  let errors = "";
  traced.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    if (traced.pid !== undefined) process.kill(-traced.pid, "SIGKILL");
  }, hangMs);
  const end = await new Promise<string>((settle, fail) => {
    traced.once("error", fail);
    traced.once("close", (code, signal) => settle(signal ?? `exit ${code}`));
  });
  clearTimeout(timer);
  const said = existsSync(notes) ? (await readFile(notes, "utf8")).trimEnd() : "";
  return {
    disk,
    end: hung ? "hung" : end,
    errors,
    log: await readFile(log, "latin1"),
    notes: said === "" ? [] : said.split("\n").map(decodeNote),
  };
};

const countErrors = (notes: readonly Note[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const note of notes) {
    const name = "failed" in note ? note.code : "stopped" in note ? `stopped: ${note.stopped}` : null;
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

/** One run with one fault, and what the data directory is worth afterwards. */
export const runFault = async (fault: PlannedFault, folder: string): Promise<FaultRun> => {
  const tracing = ["-e", `trace=${fault.call}`, "-e", injectionOf(fault)];
  const { disk, end, errors, log, notes } = await runTraced(folder, tracing);
  const before = readImage(disk);
  const calls = callsOf(notes);
  const isUnchanged = () => isDeepStrictEqual(readImage(disk), before);
  const findings: Finding[] = end === "hung" ? [{ fault: "hung", text: `not over after ${hangMs} ms` }] : [];
  // Only a death that was meant is one: everything else has to reach the caller as an error of ours.
  const isMeant = end === "exit 0" || (fault.fault === "SIGKILL" && /SIGKILL|exit 137/.test(end));
  const thrown = errors.split("\n").find((line) => line.includes("Error")) ?? errors.slice(0, 300);
  if (!isMeant && end !== "hung") findings.push({ fault: "died", text: `${end}: ${thrown}` });
  findings.push(...(await checkDirectory(join(disk, "data"), calls, isUnchanged)));
  return {
    path: injectedPath(log, disk, fault.fault === "SIGKILL"),
    end,
    acknowledged: calls.filter(({ state }) => state === "done").length,
    errors: countErrors(notes),
    findings,
  };
};

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFrom } from "../../prove/random.ts";
import { faultableCalls, type PlannedFault, planFaults } from "./plan.ts";
import { type FaultRun, runFault, runTraced } from "./runFault.ts";
import { tracedCallsIn } from "./straceLog.ts";

/** With fewer the run says too little. */
const enough = 40;

const inFolder = async <T>(
  work: (folder: string) => Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "holdfast-faults-"));
  const result = await work(folder);
  if (!isKept(result)) await rm(folder, { recursive: true, force: true });
  return result;
};

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const header = [
  row(["call", "fault", "when", "struck", "the process", "acknowledged", "errors given", "promises"]),
  row(["---", "---", "---", "---", "---", "---", "---", "---"]),
];

const nameless = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]+|[0-9a-f]{64}/g, "…");

const rowOf = (
  { call, fault, when }: PlannedFault,
  { path, end, acknowledged, errors, findings }: FaultRun,
) =>
  row([
    call,
    fault,
    when,
    path === null ? "not reached" : nameless(path),
    end === "exit 0" ? "went on" : end,
    String(acknowledged),
    [...errors].map(([code, count]) => `${code} ${count}`).join(", ") || "none",
    findings.length === 0
      ? "kept"
      : `BROKEN: ${findings.map((one) => `${one.fault}: ${one.text}`).join("; ")}`,
  ]);

/** Runs the workload once for each planned fault and prints a table; gives how many promises were broken. */
export const runSyscalls = async (seed: number, print: (line: string) => void): Promise<number> => {
  const undisturbed = await inFolder(
    (folder) => runTraced(folder, ["-e", `trace=${faultableCalls.join(",")}`]),
    () => false,
  );
  if (undisturbed.end !== "exit 0") throw new Error(`the workload itself fails: ${undisturbed.errors}`);
  const faults = planFaults(tracedCallsIn(undisturbed.log, undisturbed.disk), randomFrom(seed));
  print(
    `faults by system call, seed ${seed}: ${faults.length} runs of ${undisturbed.notes.length / 2} calls each`,
  );
  for (const line of header) print(line);
  const runs: FaultRun[] = [];
  for (const fault of faults) {
    const run = await inFolder(
      (folder) => runFault(fault, folder),
      ({ findings }) => findings.length > 0,
    );
    print(rowOf(fault, run));
    runs.push(run);
  }
  const struck = runs.filter(({ path }) => path !== null).length;
  const broken = runs.filter(({ findings }) => findings.length > 0).length;
  print(`${runs.length} runs, the fault struck in ${struck}, ${broken} broke a promise`);
  if (struck >= enough) return broken;
  print(`fewer than ${enough} faults struck: that is too few to say anything`);
  return broken + 1;
};

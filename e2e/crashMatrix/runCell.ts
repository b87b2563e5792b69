import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { FixtureServer } from "../../fixtures/server.ts";
import { openRuntime, parseJob, type Timeline } from "../../gateway/index.ts";
import { writeJob } from "../support/jobs.ts";
import { type Ended, freshRun, runHoldfast } from "../support/stage.ts";
import { behaviours } from "./behaviours.ts";
import { type CarryOn, runAgain } from "./carryOn.ts";
import type { Cell } from "./cells.ts";
import type { Ruling } from "./expected.ts";
import { jobOf } from "./job.ts";
import type { Observed } from "./judge.ts";
import { deathsOf } from "./points.ts";

/** What cells share: a server that counts, and a folder for their data directories. */
export interface Ground {
  readonly site: FixtureServer;
  readonly scratch: string;
}

/** The server answers within this time, or has said that it never will, in milliseconds. */
const restMs = 20_000;

const secrets = { secret: async () => "correct horse battery" };

const isRuling = (verdict: string): verdict is Ruling =>
  ["notSent", "unknown", "reverify", "finish", "stored"].includes(verdict);

/** What recovery decided about the submit, from its own receipts. */
const readReceipts = ({ receipts }: Timeline): Pick<Observed, "ruling" | "said"> => {
  const told = receipts.filter((receipt) => receipt.kind !== "decision" || receipt.class === "boundary");
  const ruling = told.find(({ kind }) => kind === "decision")?.verdict ?? "stored";
  if (!isRuling(ruling)) throw new Error(`a submit was decided as "${ruling}"`);
  return {
    ruling,
    said: told.map(({ kind, verdict }) => (kind === "probe" ? `read: ${verdict}` : verdict)),
  };
};

const shownEnd = ({ code, signal, stdout, stderr }: Ended): string =>
  `the process ended by ${signal ?? `exit code ${code}`}: ${(stderr || stdout).trim().slice(0, 600)}`;

/** Lets processes die one after the other on one data directory; says how the first ended that did not die. */
const die = async (cell: Cell, flags: readonly string[]): Promise<string | null> => {
  for (const point of deathsOf(cell.point)) {
    const ended = await runHoldfast(flags, { HOLDFAST_CRASH_AT: point });
    if (ended.signal !== "SIGKILL") return shownEnd(ended);
  }
  return null;
};

/** One cell: real processes die at its crash point, then a new runtime takes their data directory over. */
export const runCell = async (
  cell: Cell,
  { site, scratch }: Ground,
  carryOn: CarryOn = runAgain,
): Promise<Observed> => {
  const run = freshRun("matrix");
  site.setBehaviour(run, behaviours[cell.behaviour].server);
  const atRest = () =>
    site.waitUntil(run, (all) => all.every(({ answered }) => answered !== "pending"), restMs);
  const directory = await mkdtemp(join(scratch, "cell-"));
  const text = jobOf(cell, `${site.url}/r/${run}`);
  const parsed = parseJob(text);
  if ("fault" in parsed) throw new Error(parsed.fault.message);
  const dataDir = join(directory, "data");
  const survived = await die(cell, ["run", await writeJob(directory, text), "--data", dataDir, "--json"]);
  const receivedBefore = (await atRest()).length;

  const runtime = await openRuntime({ dataDir, secrets });
  try {
    const { verdict, reason, workflowId } = await carryOn(runtime, parsed.job);
    const receipts = readReceipts(await runtime.timeline("local", workflowId));
    const all = await atRest();
    const accepted = all.filter((submission) => submission.accepted).length;
    return { survived, receivedBefore, ...receipts, received: all.length, accepted, verdict, reason };
  } finally {
    await runtime.close();
  }
};

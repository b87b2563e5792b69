import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killCommands } from "./claimPart.ts";
import { type Lane, openLane, share } from "./lane.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { killPaused } from "./pausedPart.ts";
import { type Random, randomFrom } from "./random.ts";
import { claimTable, pausedTable } from "./tables.ts";
import { newTally, shown, sum, type Tally } from "./tally.ts";
import { type Findings, verdictOf } from "./verdict.ts";
import { type Cell, cellName, controlCells, guardedCells, leakyCells } from "./ways.ts";
import { writeTables } from "./writeTables.ts";

const print = (text: string) => process.stdout.write(`${text}\n`);

type Part = (lane: Lane, tally: Tally, random: Random) => Promise<void>;

const evenly = (total: number, cells: number, index: number) =>
  Math.floor(total / cells) + (index < total % cells ? 1 : 0);

const progressLine = (title: string, tally: Tally): string =>
  [
    `  ${title}: ${tally.kills} kills, ${sum(tally.requests)} requests, ${sum(tally.broken)} broken (${shown(tally.rules)})`,
    ...(tally.degraded.size > 0 ? [`degraded: ${shown(tally.degraded)}`] : []),
    ...(tally.brokenDegraded.size > 0 ? [`broken where degraded: ${shown(tally.brokenDegraded)}`] : []),
    ...(tally.missed > 0 ? [`${tally.missed} missed`] : []),
  ].join(", ");

/** Every kill of every cell, all cells advancing alike, spread over the lanes; each draws its numbers from a seed of its own. */
const runCells = async (
  { seed, only }: Options,
  lanes: readonly Lane[],
  name: string,
  { part, until }: { readonly part: Part; readonly until: number },
  cells: readonly { readonly cell: Cell; readonly kills: number }[],
): Promise<Tally[]> => {
  const jobs = cells.flatMap(({ cell, kills }, index) => {
    const title = `${name} ${cellName(cell)}`;
    if (kills === 0 || !title.includes(only)) return [];
    const own = { title, tally: newTally(cell), left: kills };
    return Array.from({ length: kills }, (_, number) => ({
      own,
      seed: seed + index * 10_000 + number,
      progress: (number + 0.5) / kills,
    }));
  });
  const inTurn = jobs.toSorted((a, b) => a.progress - b.progress);
  await share(lanes, inTurn, until, async (lane, job) => {
    await part(lane, job.own.tally, randomFrom(job.seed));
    job.own.left -= 1;
    if (job.own.left === 0) print(progressLine(job.own.title, job.own.tally));
  });
  const all = [...new Set(jobs.map(({ own }) => own))];
  for (const { title, tally, left } of all) {
    if (left > 0) print(`${progressLine(title, tally)}, then the time was over`);
  }
  return all.map(({ tally }) => tally);
};

/** How much of a limited time goes to the first part. */
const pausedShare = 0.55;

const spread = (cells: readonly Cell[], total: number) =>
  cells.map((cell, index) => ({ cell, kills: evenly(total, cells.length, index) }));

const measure = async (options: Options, lanes: readonly Lane[]): Promise<Findings> => {
  const each = (cells: readonly Cell[], kills: number) => cells.map((cell) => ({ cell, kills }));
  const controls = options.short ? leakyCells.filter(({ protocol }) => protocol === "http") : controlCells;
  const startMs = Date.now();
  const until = (part: number) => startMs + options.minutes * 60_000 * part;
  print("Kills while requests are paused, their record not yet written:");
  const paused = await runCells(options, lanes, "paused", { part: killPaused, until: until(pausedShare) }, [
    ...each(guardedCells, options.pausedKills),
    ...each(controls, options.controlKills),
  ]);
  print("Kills at random moments of random commands:");
  const claim = await runCells(options, lanes, "claim", { part: killCommands, until: until(1) }, [
    ...spread(guardedCells, options.claimKills),
    ...spread(leakyCells, options.claimControlKills),
  ]);
  return { paused, claim, short: options.short };
};

/** Returns the exit code: 0 when the claim held and the controls showed that it would have been seen to fail. */
export const main = async (args: readonly string[]): Promise<number> => {
  let options: Options;
  try {
    options = parseOptions(args, randomInt(2 ** 31));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return 2;
  }
  print(`Seed ${options.seed}`);
  const scratch = await mkdtemp(join(tmpdir(), "holdfast-prove-"));
  // Children notice on their own that nobody is left to kill them.
  const giveUp = () => {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    process.exit(130);
  };
  process.once("SIGINT", giveUp).once("SIGTERM", giveUp);
  const lanes = await Promise.all(Array.from({ length: options.lanes }, () => openLane(scratch)));
  try {
    const findings = await measure(options, lanes);
    const tables = { paused: pausedTable(findings.paused), claim: claimTable(findings.claim) };
    print(`\n${tables.paused}\n\n${tables.claim}\n`);
    if (options.write) await writeTables(tables);
    const { lines, exitCode } = verdictOf(findings);
    print(lines.join("\n"));
    return exitCode;
  } finally {
    await Promise.all(lanes.map((lane) => lane.site.close()));
    await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

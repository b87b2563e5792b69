import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killCommands } from "./claimPart.ts";
import { type Lane, openLane } from "./lane.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { killPaused } from "./pausedPart.ts";
import { randomFrom } from "./random.ts";
import { claimTable, pausedTable } from "./tables.ts";
import { shown, sum, type Tally } from "./tally.ts";
import { type Findings, verdictOf } from "./verdict.ts";
import { type Cell, cellName, controlCells, guardedCells, leakyCells } from "./ways.ts";
import { writeTables } from "./writeTables.ts";

/** As many kills at a time as a small machine can take. */
const laneCount = 2;

const print = (text: string) => process.stdout.write(`${text}\n`);

type Part = (
  lanes: readonly Lane[],
  cell: Cell,
  kills: number,
  random: ReturnType<typeof randomFrom>,
) => Promise<Tally>;

const evenly = (total: number, cells: number, index: number) =>
  Math.floor(total / cells) + (index < total % cells ? 1 : 0);

const runCells = async (
  { seed, only }: Options,
  lanes: readonly Lane[],
  name: string,
  part: Part,
  cells: readonly { readonly cell: Cell; readonly kills: number }[],
): Promise<Tally[]> => {
  const tallies: Tally[] = [];
  for (const [index, { cell, kills }] of cells.entries()) {
    const title = `${name} ${cellName(cell)}`;
    if (kills === 0 || !title.includes(only)) continue;
    const tally = await part(lanes, cell, kills, randomFrom(seed + index));
    print(
      `  ${title}: ${tally.kills} kills, ${sum(tally.requests)} requests, ${sum(tally.broken)} broken` +
        ` (${shown(tally.rules)}), degraded ${shown(tally.degraded)}` +
        (tally.brokenDegraded > 0 ? `, ${tally.brokenDegraded} broken where degraded` : "") +
        (tally.missed > 0 ? `, ${tally.missed} missed` : ""),
    );
    tallies.push(tally);
  }
  return tallies;
};

const spread = (cells: readonly Cell[], total: number) =>
  cells.map((cell, index) => ({ cell, kills: evenly(total, cells.length, index) }));

const measure = async (options: Options, lanes: readonly Lane[]): Promise<Findings> => {
  const each = (cells: readonly Cell[], kills: number) => cells.map((cell) => ({ cell, kills }));
  const controls = options.short ? leakyCells.filter(({ protocol }) => protocol === "http") : controlCells;
  print("Kills while requests are paused, their record not yet written:");
  const paused = await runCells(options, lanes, "paused", killPaused, [
    ...each(guardedCells, options.pausedKills),
    ...each(controls, options.controlKills),
  ]);
  print("Kills at random moments of random commands:");
  const claim = await runCells(options, lanes, "claim", killCommands, [
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
  const lanes = await Promise.all(Array.from({ length: laneCount }, () => openLane(scratch)));
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

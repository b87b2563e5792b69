import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixtureServer } from "../../fixtures/server.ts";
import { runAgain, sendBlindly } from "./carryOn.ts";
import { allCells, type Cell, cellName, cellsOfTurn } from "./cells.ts";
import { faultsOf } from "./judge.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { matrixPage } from "./page.ts";
import { runCell } from "./runCell.ts";
import { cellsOfRow, type Row } from "./table.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

const pageFile = new URL("../../docs/crash-matrix.md", import.meta.url);

/** Gives the cells to so many lanes; the rows come back in the order of the cells. */
const inLanes = async (
  lanes: number,
  cells: readonly Cell[],
  run: (cell: Cell) => Promise<Row>,
): Promise<Row[]> => {
  const left = [...cells.entries()];
  const rows: Row[] = [];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) rows[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return rows;
};

const sayRow = (row: Row): void => {
  print(`${row.faults.length === 0 ? "ok  " : "FAIL"} ${cellsOfRow(row).join(" | ")}`);
  if (row.faults.length === 0) return;
  for (const fault of row.faults) print(`       ${fault}`);
  print(`       ${row.seen.reason}`);
};

const runAll = async ({ only, turn, lanes, blindly }: Options): Promise<Row[]> => {
  const scratch = await mkdtemp(join(tmpdir(), "holdfast-matrix-"));
  const site = await startFixtureServer();
  try {
    const cells = (turn === null ? allCells : cellsOfTurn(turn)).filter((cell) =>
      cellName(cell).includes(only),
    );
    return await inLanes(lanes, cells, async (cell) => {
      const seen = await runCell(cell, { site, scratch }, blindly ? sendBlindly : runAgain);
      const row = { cell, seen, faults: faultsOf(cell, seen) };
      sayRow(row);
      return row;
    });
  } finally {
    await site.close();
    await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

/** Returns the exit code: 0 when every cell is as it must be, or, when jobs are sent blindly, when that was found out. */
export const main = async (args: readonly string[]): Promise<number> => {
  let options: Options;
  try {
    options = parseOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return 2;
  }
  const rows = await runAll(options);
  const wrong = rows.filter(({ faults }) => faults.length > 0).length;
  const twice = rows.filter(({ seen }) => seen.received > 1).length;
  print(`\n${rows.length} cells, ${wrong} wrong, ${twice} received more than once`);
  if (rows.length === 0) return 2;
  if (options.blindly) return twice > 0 ? 0 : 1;
  if (wrong === 0 && options.write) await writeFile(pageFile, matrixPage(rows));
  return wrong === 0 ? 0 : 1;
};

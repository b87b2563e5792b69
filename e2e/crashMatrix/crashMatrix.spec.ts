import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "../support/stage.ts";
import { sendBlindly } from "./carryOn.ts";
import { allCells, cellName, cellsOfTurn, turns } from "./cells.ts";
import { faultsOf } from "./judge.ts";
import { namesInPage } from "./page.ts";
import { runCell } from "./runCell.ts";

/** Which part of the matrix is run: another one each day, or the one that is asked for. */
const turn = Number(process.env["HOLDFAST_MATRIX_TURN"] ?? Math.floor(Date.now() / 86_400_000)) % turns;

test.describe.configure({ mode: "parallel", timeout: 180_000 });

// The titles are those of every turn: which behaviour is meant is known when the test runs.
for (const [index, { point, probe }] of cellsOfTurn(0).entries()) {
  test(`a submit whose process dies at ${point}, ${probe ? "with" : "without"} a probe, arrives at most once and is told truly`, async ({
    site,
    dataDir,
  }) => {
    const cell = cellsOfTurn(turn)[index];
    if (cell === undefined) throw new Error("every turn has the same crash points");
    const seen = await runCell(cell, { site, scratch: dataDir });
    const said = `turn ${turn}: ${cellName(cell)}: ${JSON.stringify(seen)}`;
    expect(faultsOf(cell, seen), said).toEqual([]);
  });
}

test("a recovery that sends anew without a look is found out", async ({ site, dataDir }) => {
  const cell = { point: "dispatch.answered", behaviour: "quick", probe: false } as const;
  const seen = await runCell(cell, { site, scratch: dataDir }, sendBlindly);
  expect(seen.received).toBe(2);
  expect(faultsOf(cell, seen)).toContain("the server received 2 submissions and acted on 2");
});

test("the page with the whole matrix has every cell", async () => {
  const page = await readFile(new URL("../../docs/crash-matrix.md", import.meta.url), "utf8");
  expect(namesInPage(page)).toEqual(allCells.map(cellName));
});

import { expect, test } from "@playwright/test";
import { crashPoints } from "../../gateway/index.ts";
import { allCells, type Cell, cellName, cellsOfTurn, pointNames, turns } from "./cells.ts";
import { outOfReach, receivedAfter, rulingsOf, verdictAfter } from "./expected.ts";

const names = (cells: readonly Cell[]) => cells.map(cellName).toSorted();

test("the matrix has every crash point that a submit can reach", () => {
  const ofOthers = /^(replayable|reconciliable)\./;
  expect([...pointNames].toSorted()).toEqual(crashPoints.filter((point) => !ofOthers.test(point)).toSorted());
});

test("each turn has every crash point with and without probe, and every behaviour; all turns have every cell once", () => {
  const all = Array.from({ length: turns }, (_, turn) => cellsOfTurn(turn));
  for (const cells of all) {
    expect(new Set(cells.map(({ point, probe }) => `${point} ${probe}`)).size).toBe(pointNames.length * 2);
    expect(new Set(cells.map(({ behaviour }) => behaviour)).size).toBe(turns);
  }
  expect(names(all.flat())).toEqual(names(allCells));
});

test("only where no answer comes is a crash point out of reach while the submit runs", () => {
  const never = allCells.filter((cell) => outOfReach(cell) !== null);
  expect(names(never)).toEqual([
    "dispatch.answered, never answers, with probe",
    "dispatch.answered, never answers, without probe",
    "dispatch.settled, never answers, with probe",
    "dispatch.settled, never answers, without probe",
  ]);
});

test("what recovery may read from the journal follows from where the process died and what came back", () => {
  for (const [point, behaviour, rulings] of [
    ["boundary.prepared", "quick", ["notSent"]],
    ["dispatch.before", "never answers", ["notSent"]],
    ["dispatch.recorded", "quick", ["unknown"]],
    ["dispatch.continued", "500 error", ["unknown"]],
    ["dispatch.answered", "quick", ["unknown"]],
    ["dispatch.answered", "never answers", ["stored"]],
    ["dispatch.settled", "303 redirect", ["reverify"]],
    ["dispatch.settled", "422 with errors", ["reverify"]],
    ["dispatch.settled", "acts, then cuts", ["unknown"]],
    ["boundary.verifying", "slow", ["notSent", "unknown", "reverify"]],
    ["boundary.acted", "cuts unread", ["notSent", "unknown"]],
    ["boundary.resultPrepared", "500 error", ["finish"]],
    ["boundary.ended", "quick", ["stored"]],
    ["recovery.decided", "quick", ["unknown"]],
    ["recovery.restarted", "quick", ["notSent"]],
  ] as const) {
    expect(rulingsOf({ point, behaviour, probe: false }), `${point}, ${behaviour}`).toEqual(rulings);
  }
});

test("what was not sent arrives once, what may have been sent is left as it is", () => {
  for (const [ruling, stage, counts] of [
    ["notSent", "unsent", [1]],
    ["notSent", "clicked", [1]],
    ["unknown", "recorded", [0]],
    ["unknown", "leaving", [0, 1]],
    ["unknown", "clicked", [0, 1]],
    ["unknown", "answered", [1]],
    ["reverify", "settled", [1]],
    ["finish", "resultPrepared", [1]],
    ["stored", "ended", [1]],
  ] as const) {
    expect(receivedAfter(ruling, stage), `${ruling}, ${stage}`).toEqual(counts);
  }
});

test("the verdict is the server's truth wherever the page, the redirect or a probe can show it, and open elsewhere", () => {
  for (const [ruling, behaviour, probe, accepted, verdict] of [
    ["notSent", "quick", false, 1, "applied"],
    ["notSent", "slow", true, 1, "applied"],
    ["notSent", "422 with errors", false, 0, "notApplied"],
    ["notSent", "500 error", true, 0, "needsReconciliation"],
    ["notSent", "never answers", false, 1, "needsReconciliation"],
    ["notSent", "never answers", true, 1, "applied"],
    ["notSent", "cuts unread", true, 0, "needsReconciliation"],
    ["unknown", "quick", false, 1, "needsReconciliation"],
    ["unknown", "quick", true, 1, "applied"],
    ["unknown", "quick", true, 0, "needsReconciliation"],
    ["unknown", "303 redirect", false, 1, "needsReconciliation"],
    ["unknown", "422 with errors", true, 0, "needsReconciliation"],
    ["reverify", "303 redirect", false, 1, "applied"],
    ["reverify", "quick", false, 1, "needsReconciliation"],
    ["reverify", "quick", true, 1, "applied"],
    ["reverify", "422 with errors", true, 0, "needsReconciliation"],
    ["finish", "quick", false, 1, "applied"],
    ["finish", "422 with errors", false, 0, "notApplied"],
    ["stored", "acts, then cuts", false, 1, "needsReconciliation"],
    ["stored", "acts, then cuts", true, 1, "applied"],
  ] as const) {
    const what = `${ruling}, ${behaviour}, probe ${probe}, accepted ${accepted}`;
    expect(verdictAfter(ruling, behaviour, probe, accepted), what).toBe(verdict);
  }
});

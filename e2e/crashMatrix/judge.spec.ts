import { expect, test } from "@playwright/test";
import type { Cell } from "./cells.ts";
import { faultsOf, isTrue, type Observed } from "./judge.ts";

const cell: Cell = { point: "dispatch.answered", behaviour: "quick", probe: false };
const good: Observed = {
  survived: null,
  receivedBefore: 1,
  ruling: "unknown",
  said: ["unknown"],
  received: 1,
  accepted: 1,
  verdict: "needsReconciliation",
  reason: "",
};

test("a cell that is as it must be has no faults", () => {
  expect(faultsOf(cell, good)).toEqual([]);
});

test("each way in which a cell can be wrong is named", () => {
  const faults: readonly (readonly [Partial<Observed>, string])[] = [
    [{ survived: "exit code 1" }, "dispatch.answered was not reached: exit code 1"],
    [{ received: 2, accepted: 2 }, "the server received 2 submissions and acted on 2"],
    [{ verdict: "notApplied" }, '"notApplied" is not true: the server acted on 1 of 1'],
    [{ verdict: "notSent" }, '"notSent" is not true: the server acted on 1 of 1'],
    [{ verdict: "applied" }, 'the verdict is "applied", not "needsReconciliation"'],
    [{ ruling: "notSent" }, 'recovery said "notSent" of what was sent'],
    [{ ruling: "reverify", receivedBefore: 0 }, 'recovery said "reverify" of what was not sent'],
    [{ ruling: "stored" }, 'recovery said "stored", not unknown'],
    [{ received: 0, accepted: 0 }, "the server received 0, not 1"],
    [{ accepted: 0 }, "the server acted on 0 of 1"],
  ];
  for (const [wrong, fault] of faults) expect(faultsOf(cell, { ...good, ...wrong })).toContain(fault);
});

test("a point that waits for an answer may stay out of reach where none comes, or be reached when all is over", () => {
  const silent: Cell = { ...cell, behaviour: "never answers" };
  const stored: Observed = { ...good, ruling: "stored", said: [] };
  expect(faultsOf(silent, { ...stored, survived: "exit code 3" })).toEqual([]);
  expect(faultsOf(silent, stored)).toEqual([]);
  expect(faultsOf(silent, good)).toEqual(['recovery said "unknown", not stored']);
});

test("after a probe has had its time and said no, one more submission is right, but never a second effect", () => {
  const refused: Cell = { ...cell, behaviour: "500 error", probe: true };
  const anew: Observed = {
    ...good,
    said: ["unknown", "read: notApplied", "restarted"],
    received: 2,
    accepted: 0,
  };
  expect(faultsOf(refused, anew)).toEqual([]);
  expect(faultsOf(refused, { ...anew, received: 3 })).toHaveLength(1);
  expect(faultsOf(refused, { ...anew, accepted: 2 })).toHaveLength(1);
});

test("a verdict is true when the server knows nothing against it", () => {
  for (const [verdict, received, accepted, held] of [
    ["applied", 1, 1, true],
    ["applied", 1, 0, false],
    ["notApplied", 1, 0, true],
    ["notApplied", 1, 1, false],
    ["notSent", 0, 0, true],
    ["notSent", 1, 0, false],
    ["needsReconciliation", 1, 1, true],
  ] as const) {
    expect(isTrue(verdict, { received, accepted }), `${verdict}, ${accepted} of ${received}`).toBe(held);
  }
});

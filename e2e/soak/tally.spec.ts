import { expect, test } from "@playwright/test";
import { fateOf } from "./chance.ts";
import { isDouble, type JobEnd, liesOf, tallyOf } from "./tally.ts";

const end: JobEnd = {
  kills: 2,
  restarts: 1,
  verdicts: [{ verdict: "applied", received: 1, accepted: 1 }],
  settledNotApplied: 0,
  received: 1,
  accepted: 1,
};
type Seen = JobEnd["verdicts"][number];
const seen = (verdict: Seen["verdict"], received: number, accepted: number): Seen => ({
  verdict,
  received,
  accepted,
});

for (const [what, more, isTwice] of [
  ["one", {}, false],
  ["none", { received: 0, accepted: 0 }, false],
  ["two that were acted upon", { received: 2, accepted: 2, settledNotApplied: 1 }, true],
  ["two of which one was", { received: 2 }, true],
  ["a second after the first was found not applied", { received: 2, settledNotApplied: 1 }, false],
] as const)
  test(`the server received ${what}: ${isTwice ? "a double" : "no double"}`, () => {
    expect(isDouble({ ...end, ...more })).toBe(isTwice);
  });

for (const [verdict, lies] of [
  [seen("applied", 1, 1), 0],
  [seen("applied", 1, 0), 1],
  [seen("notApplied", 1, 1), 1],
  [seen("notSent", 1, 0), 1],
  [seen("needsReconciliation", 1, 1), 0],
] as const)
  test(`"${verdict.verdict}" with ${verdict.accepted} of ${verdict.received} acted upon: ${lies} lies`, () => {
    expect(liesOf({ ...end, verdicts: [verdict] })).toBe(lies);
  });

test("the tally adds up", () => {
  const open: JobEnd = { ...end, verdicts: [seen("needsReconciliation", 1, 1), seen("applied", 1, 1)] };
  const lie: JobEnd = { ...end, verdicts: [seen("notSent", 1, 1)], received: 2 };
  expect(tallyOf([end, open, lie])).toEqual({
    jobs: 3,
    kills: 6,
    applied: 2,
    restarted: 3,
    reconciled: 1,
    doubles: 1,
    lies: 1,
  });
});

test("a seed gives the same fates", () => {
  const fates = (seed: number) => Array.from({ length: 50 }, (_, job) => fateOf(seed, job, 8_000));
  expect(fates(7)).toEqual(fates(7));
  expect(fates(7)).not.toEqual(fates(8));
  expect(new Set(fates(7).map(({ behaviour }) => behaviour)).size).toBeGreaterThan(5);
});

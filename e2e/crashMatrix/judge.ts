import { behaviours } from "./behaviours.ts";
import type { Cell } from "./cells.ts";
import { outOfReach, type Ruling, receivedAfter, rulingsOf, type Verdict, verdictAfter } from "./expected.ts";
import { stageOf } from "./points.ts";

/** What was seen of a cell. */
export interface Observed {
  /** Null when every process died where it should; otherwise how one ended instead. */
  readonly survived: string | null;
  /** Requests the server had when the last process had died. */
  readonly receivedBefore: number;
  readonly ruling: Ruling;
  /** The receipts of recovery, in order. */
  readonly said: readonly string[];
  /** What the server has received and acted upon in the end. */
  readonly received: number;
  readonly accepted: number;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Whether a verdict agrees with what the server knows. */
export const isTrue = (
  verdict: Verdict,
  { received, accepted }: Pick<Observed, "received" | "accepted">,
): boolean => {
  if (verdict === "applied") return accepted > 0;
  if (verdict === "notApplied") return accepted === 0;
  return verdict === "notSent" ? received === 0 : true;
};

/** On a slow machine a probe may have had its 30 seconds and said "not applied" (docs/decisions/0002): then the job is sent anew. */
const isSentAnew = ({ said }: Observed): boolean => said.includes("read: notApplied");

const faultsOfPromise = (seen: Observed): string[] => {
  const { receivedBefore, ruling, received, accepted, verdict } = seen;
  const isTwice = received > (isSentAnew(seen) ? 2 : 1) || accepted > 1;
  return [
    ...(isTwice ? [`the server received ${received} submissions and acted on ${accepted}`] : []),
    ...(isTrue(verdict, seen)
      ? []
      : [`"${verdict}" is not true: the server acted on ${accepted} of ${received}`]),
    ...(ruling === "notSent" && receivedBefore > 0 ? ['recovery said "notSent" of what was sent'] : []),
    ...(ruling === "reverify" && receivedBefore === 0
      ? ['recovery said "reverify" of what was not sent']
      : []),
  ];
};

const faultsOfDesign = (cell: Cell, seen: Observed): string[] => {
  const { point, behaviour, probe } = cell;
  const { ruling, received, accepted, verdict } = seen;
  const rulings = rulingsOf(cell);
  const counts = receivedAfter(ruling, stageOf(point));
  const acted = behaviours[behaviour].accepts ? received : 0;
  const expected = verdictAfter(ruling, behaviour, probe, accepted);
  return [
    ...(rulings.includes(ruling) ? [] : [`recovery said "${ruling}", not ${rulings.join(" or ")}`]),
    ...(counts.includes(received) ? [] : [`the server received ${received}, not ${counts.join(" or ")}`]),
    ...(accepted === acted ? [] : [`the server acted on ${accepted} of ${received}`]),
    ...(verdict === expected ? [] : [`the verdict is "${verdict}", not "${expected}"`]),
  ];
};

const faultsOfReach = (cell: Cell, { survived }: Observed): string[] =>
  survived === null || outOfReach(cell) !== null ? [] : [`${cell.point} was not reached: ${survived}`];

/** What is wrong with a cell: nothing, when at most one submission arrived and the verdict is the server's. */
export const faultsOf = (cell: Cell, seen: Observed): readonly string[] => [
  ...faultsOfReach(cell, seen),
  ...faultsOfPromise(seen),
  ...(isSentAnew(seen) ? [] : faultsOfDesign(cell, seen)),
];

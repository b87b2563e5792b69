import { isTrue } from "../crashMatrix/judge.ts";

/** One job in the end. */
export interface JobEnd {
  readonly kills: number;
  readonly restarts: number;
  /** Verdicts of processes that lived, the last one included, each with what the server knew by then. */
  readonly verdicts: readonly {
    readonly verdict: "applied" | "notApplied" | "notSent" | "needsReconciliation";
    readonly received: number;
    readonly accepted: number;
  }[];
  /** How often it was settled as not applied, by a probe or a person: each lets it be sent once more. */
  readonly settledNotApplied: number;
  readonly received: number;
  readonly accepted: number;
}

export interface Tally {
  readonly jobs: number;
  readonly kills: number;
  readonly applied: number;
  readonly restarted: number;
  readonly reconciled: number;
  readonly doubles: number;
  readonly lies: number;
}

export const isDouble = ({ accepted, received, settledNotApplied }: JobEnd): boolean =>
  accepted > 1 || received > 1 + settledNotApplied;

export const liesOf = ({ verdicts }: JobEnd): number =>
  verdicts.filter((seen) => !isTrue(seen.verdict, seen)).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export const tallyOf = (ends: readonly JobEnd[]): Tally => ({
  jobs: ends.length,
  kills: sum(ends.map(({ kills }) => kills)),
  applied: ends.filter(({ verdicts }) => verdicts.at(-1)?.verdict === "applied").length,
  restarted: sum(ends.map(({ restarts }) => restarts)),
  reconciled: ends.filter(({ verdicts }) => verdicts.some(({ verdict }) => verdict === "needsReconciliation"))
    .length,
  doubles: ends.filter(isDouble).length,
  lies: sum(ends.map(liesOf)),
});

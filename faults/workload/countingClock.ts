import { id, startMs } from "../../storage/testing/samples.ts";

/** Times and ids that no other call of the workload has: a start asks for both. */
export const countingClock = (first: number) => {
  let ticks = first;
  const next = () => {
    ticks += 1;
    return ticks;
  };
  return {
    now: () => startMs + next(),
    newId: () => id(next()),
    after: (): never => {
      throw new Error("a start waits for nothing");
    },
  };
};

import fc from "fast-check";
import { type Action, actionArbitrary } from "./actions.ts";
import { faultsOf } from "./sequence.ts";
import type { Seeds } from "./world.ts";

export const sequences = fc.array(actionArbitrary, { minLength: 1, maxLength: 10 });

/** What is wrong in the first sequence in which anything is; null when nothing is in `runs` of them. */
export const firstFault = async (
  runs: number,
  seed: number,
  seeds: Seeds = {},
): Promise<{
  readonly faults: string[];
  readonly actions: readonly Action[];
  readonly sequence: number;
} | null> => {
  let sequence = 0;
  for (const actions of fc.sample(sequences, { numRuns: runs, seed })) {
    sequence += 1;
    const faults = await faultsOf(actions, seeds);
    if (faults.length > 0) return { faults, actions, sequence };
  }
  return null;
};

import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sequences } from "./property.ts";
import { faultsOf } from "./sequence.ts";

const inAll = Number(process.env["HOLDFAST_MODEL_RUNS"] ?? 10_000);
const seed = Number(process.env["HOLDFAST_MODEL_SEED"] ?? randomInt(2 ** 31));

/** Runs one half of the sequences: each half is a file, so that two processors share them. */
export const testSequences = (half: 1 | 2): void => {
  const numRuns = Math.ceil(inAll / 2);
  test(`${numRuns} sequences of submits, deaths, repetitions and verdicts from seed ${seed}: at most once, and every answer true`, {
    timeout: 1_800_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (actions) => {
        expect(await faultsOf(actions)).toEqual([]);
      }),
      { numRuns, seed: seed + half },
    );
  });
};

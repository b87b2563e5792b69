import fc from "fast-check";
import { expect, test } from "vitest";
import { sequences } from "./property.ts";
import { faultsOf } from "./sequence.ts";

const runs = Number(process.env["HOLDFAST_MODEL_RUNS"] ?? 10_000);
const seed = process.env["HOLDFAST_MODEL_SEED"];

test(`${runs} sequences of submits, deaths, repetitions and verdicts: at most once, and every answer true`, {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (actions) => {
      expect(await faultsOf(actions)).toEqual([]);
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
  );
});

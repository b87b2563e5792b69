import { type Carelessness, carelessness, weaken } from "../image/weaken.ts";
import type { Recording } from "../recording/operations.ts";
import { realCarelessness, recordWorkload } from "../recording/record.ts";
import { recordingOf, scriptNames, storeRecording } from "../recording/stored.ts";
import { reasonAgainstStrace } from "../recording/strace.ts";
import type { PowerScript } from "../workload/script.ts";
import { onImageDisk } from "./imageDisk.ts";
import { findCarelessness, losePowers } from "./losePowers.ts";
import { describeFailure, powerLossOf } from "./powerLoss.ts";

/** How many of all images each script gets: those with a full log take long. */
const shares: Readonly<Record<PowerScript, number>> = { lives: 0.85, writeBack: 0.15 };
const carelessImages = 60;

const carelessNames: readonly Carelessness[] = Object.keys(carelessness).filter(
  (name): name is Carelessness => name in carelessness,
);

/** A test of the test: careless storages have to be found out. Gives how many were not. */
const findEveryCarelessness = async (seed: number, print: (line: string) => void): Promise<number> => {
  const { recording } = await recordingOf("lives");
  let missed = 0;
  const find = async (name: string, weak: Recording) => {
    const seeds = { first: seed, count: carelessImages, enough: carelessImages };
    const found = await onImageDisk((folder) => findCarelessness(powerLossOf(weak), seeds, folder));
    print(`  ${found.length} of ${carelessImages} images found a careless storage: ${name}`);
    if (found.length === 0) missed += 1;
  };
  print("the same with syncs taken out of the recording");
  for (const how of carelessNames) await find(`${how}, ${carelessness[how]}`, weaken(recording, how));
  if (reasonAgainstStrace() !== null) return missed;
  print("the same with a storage that really was careless");
  for (const how of realCarelessness) await find(how, await recordWorkload("lives", how));
  return missed;
};

/** Replays power losses of every script; gives how many promises were broken, by the storage or by a test that finds nothing. */
export const runPower = async (
  { seed, images, store }: { readonly seed: number; readonly images: number; readonly store: boolean },
  print: (line: string) => void,
): Promise<number> => {
  let broken = 0;
  for (const script of scriptNames) {
    const { recording, from } = await recordingOf(script);
    if (store) await storeRecording(script, recording);
    print(`power loss in "${script}": ${recording.length} operations, ${from}`);
    const count = Math.round(images * shares[script]);
    const failures = await onImageDisk((folder) =>
      losePowers(powerLossOf(recording), { first: seed, count }, folder),
    );
    for (const failure of failures) print(`  ${describeFailure(failure)}`);
    print(`  ${count} images, seeds ${seed} to ${seed + count - 1}: ${failures.length} broke a promise`);
    broken += failures.length;
  }
  return broken + (await findEveryCarelessness(seed, print));
};

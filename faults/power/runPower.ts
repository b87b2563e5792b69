import { type Carelessness, carelessness, weaken } from "../image/weaken.ts";
import { recordingOf, scriptNames, storeRecording } from "../recording/stored.ts";
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
    if (script !== "lives") continue;
    for (const how of carelessNames) {
      const weak = powerLossOf(weaken(recording, how));
      const seeds = { first: seed, count: carelessImages, enough: carelessImages };
      const found = await onImageDisk((folder) => findCarelessness(weak, seeds, folder));
      print(
        `  ${found.length} of ${carelessImages} images found a careless storage: ${how} (${carelessness[how]})`,
      );
      if (found.length === 0) broken += 1;
    }
  }
  return broken;
};

import { beforeAll, describe, expect, it } from "vitest";
import { type Carelessness, weaken } from "../image/weaken.ts";
import type { Recording } from "../recording/operations.ts";
import { recordingOf } from "../recording/stored.ts";
import type { PowerScript } from "../workload/script.ts";
import { onImageDisk } from "./imageDisk.ts";
import { findCarelessness, losePowers } from "./losePowers.ts";
import { describeFailure, powerLossOf } from "./powerLoss.ts";

/** A recording of the real storage, made for this run where strace works, cut off by power losses. */
export const describePowerLoss = (
  script: PowerScript,
  {
    tests,
    imagesInTest,
    careless,
  }: {
    readonly tests: number;
    readonly imagesInTest: number;
    readonly careless: readonly (readonly [Carelessness, RegExp])[];
  },
): void => {
  describe(`a power loss while the storage runs the script "${script}"`, () => {
    let recording: Recording = [];
    beforeAll(async () => {
      const source = await recordingOf(script);
      recording = source.recording;
      process.stdout.write(
        `power loss in "${script}": ${tests * imagesInTest} images of ${recording.length} operations, ${source.from}\n`,
      );
    }, 240_000);

    const blocks = Array.from({ length: tests }, (_, index) => index * imagesInTest + 1);
    it.each(blocks)(
      `loses nothing that was acknowledged, ${imagesInTest} images from seed %d on`,
      async (first) => {
        const broken = await onImageDisk((folder) =>
          losePowers(powerLossOf(recording), { first, count: imagesInTest }, folder),
        );
        expect(broken.map(describeFailure)).toEqual([]);
      },
    );

    it.each(careless)("is found out when the storage is careless: %s", async (how, fault) => {
      const lose = powerLossOf(weaken(recording, how));
      const found = await onImageDisk((folder) =>
        findCarelessness(lose, { first: 1, count: 40, enough: 1 }, folder),
      );
      expect(found.map(describeFailure)).toEqual([expect.stringMatching(fault)]);
    });
  });
};

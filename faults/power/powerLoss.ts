import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Random, randomFrom } from "../../prove/random.ts";
import { checkDirectory } from "../check/checkDirectory.ts";
import type { Finding } from "../check/judge.ts";
import { buildImage, type Image } from "../image/buildImage.ts";
import { type FateName, fateNames, fateOf } from "../image/fate.ts";
import { readImage, writeImage } from "../image/writeImage.ts";
import type { Recording } from "../recording/operations.ts";
import { callsOf, decodeNote } from "../workload/notes.ts";

export interface ImageResult {
  readonly seed: number;
  /** How many operations had happened when the power went. */
  readonly cut: number;
  readonly fate: FateName;
  readonly findings: readonly Finding[];
}

/** One power loss: its seed decides when, and what is left of what was not synced. An image that breaks a promise stays in the folder. */
export type PowerLoss = (seed: number, folder: string, fates?: readonly FateName[]) => Promise<ImageResult>;

const placesOf = (recording: Recording, isMeant: (operation: Recording[number]) => boolean) =>
  recording.flatMap((operation, index) => (isMeant(operation) ? [index] : []));

/** Half of the cuts anywhere in any call, long or short; half at the rarer operations on names and syncs. */
const cutsOf = (recording: Recording): ((random: Random) => number) => {
  const notes = [0, ...placesOf(recording, ({ kind }) => kind === "note"), recording.length];
  const rare = placesOf(recording, ({ kind }) => kind !== "write" && kind !== "note");
  return (random) => {
    if (random.between(0, 1) === 0) return random.pick(rare) + random.between(0, 1);
    const call = random.between(1, notes.length - 1);
    return random.between(notes[call - 1] ?? 0, notes[call] ?? 0);
  };
};

/** Shared memory is never synced: after a power loss it is missing or holds anything. */
const withSharedMemory = (image: Image, random: Random): Image => {
  if (!image.has("data/journal.db") || random.between(0, 3) > 0) return image;
  return new Map([...image, ["data/journal.db-shm", new Uint8Array(32_768).fill(random.between(0, 255))]]);
};

export const powerLossOf = (recording: Recording): PowerLoss => {
  const notes = recording.flatMap((operation, index) =>
    operation.kind === "note" ? [{ index, note: decodeNote(operation.text) }] : [],
  );
  const chooseCut = cutsOf(recording);
  return async (seed, folder, fates = fateNames) => {
    const random = randomFrom(seed);
    const cut = chooseCut(random);
    const fate = random.pick(fates);
    const calls = callsOf(notes.filter(({ index }) => index < cut).map(({ note }) => note));
    const image = withSharedMemory(buildImage(recording, cut, fateOf(fate, random)), random);
    const disk = join(folder, `image-${seed}`);
    mkdirSync(disk);
    writeImage(image, disk);
    const isUnchanged = () => isDeepStrictEqual(readImage(disk), image);
    const findings = await checkDirectory(join(disk, "data"), calls, isUnchanged);
    if (findings.length === 0) rmSync(disk, { recursive: true });
    return { seed, cut, fate, findings };
  };
};

export const describeFailure = ({ seed, cut, fate, findings }: ImageResult): string => {
  const [first] = findings;
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : "";
  return `seed ${seed} (${fate}, after operation ${cut}): ${first?.fault ?? ""}: ${first?.text ?? ""}${more}`;
};

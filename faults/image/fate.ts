import type { Random } from "../../prove/random.ts";

/** What became of what was done to the disk and not yet synced when the power went. */
export interface Fate {
  /** Whether a name that was made, changed or removed, or a new length, reached the disk. */
  change(): boolean;
  /** Of a write: for each of its sectors, whether it reached the disk. */
  sectors(count: number): readonly boolean[];
  /** Whether the length that a lost write gave its file reached the disk without the bytes. */
  length(): boolean;
}

const same = (value: boolean): Fate => ({
  change: () => value,
  sectors: (count) => Array.from({ length: count }, () => value),
  length: () => value,
});

/** As after the death of the process alone. */
export const everythingKept = same(true);
/** As if nothing but what was synced had ever been written. */
export const everythingLost = same(false);

const chance = (random: Random, percent: number) => random.between(1, 100) <= percent;

/** Whole writes and names, each there or not. */
const someKept = (random: Random, percent: number): Fate => ({
  change: () => chance(random, percent),
  sectors: (count) => {
    const kept = chance(random, percent);
    return Array.from({ length: count }, () => kept);
  },
  length: () => chance(random, 50),
});

/** Every sector for itself. */
const torn = (random: Random, percent: number): Fate => ({
  ...someKept(random, percent),
  sectors: (count) => Array.from({ length: count }, () => chance(random, percent)),
});

export const fateNames = ["kept", "lost", "some", "torn"] as const;
export type FateName = (typeof fateNames)[number];

export const fateOf = (name: FateName, random: Random): Fate => {
  const percent = random.pick([10, 30, 50, 70, 90, 97]);
  return {
    kept: everythingKept,
    lost: everythingLost,
    some: someKept(random, percent),
    torn: torn(random, percent),
  }[name];
};

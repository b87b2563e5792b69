import { type BehaviourName, behaviours } from "../crashMatrix/behaviours.ts";

/** How one job is run, and when its processes die. */
export interface Fate {
  readonly behaviour: BehaviourName;
  readonly probe: boolean;
  /** One process after the other: who runs the job, and after how many milliseconds it is killed. */
  readonly lives: readonly { readonly host: "command" | "embedded"; readonly killAfterMs: number }[];
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const names = Object.keys(behaviours) as BehaviourName[];
const mostLives = 3;

/** The fate of the job with this number, the same for the same seed. */
export const fateOf = (seed: number, job: number, spanMs: number): Fate => {
  const random = randomFrom(seed * 1_000_003 + job);
  const below = (bound: number) => Math.floor(random() * bound);
  const behaviour = names[below(names.length)] ?? "quick";
  const probe = random() < 0.5;
  const lives = Array.from({ length: 1 + below(mostLives) }, () => ({
    host: random() < 0.5 ? ("command" as const) : ("embedded" as const),
    killAfterMs: 100 + below(spanMs),
  }));
  return { behaviour, probe, lives };
};

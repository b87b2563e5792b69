import { parseArgs } from "node:util";

const parts = ["power", "syscalls"] as const;
export type Part = (typeof parts)[number];

export interface Options {
  readonly seed: number;
  /** Power losses in all. */
  readonly images: number;
  readonly parts: readonly Part[];
  /** Keeps fresh recordings in this repository, for machines without strace. */
  readonly store: boolean;
}

export const usage = `usage: npm run faults -- [options]
  --images <n>     power losses (default 2000)
  --seed <n>       repeats the choices of an earlier run; the recordings are made anew
  --only <part>    "power" or "syscalls"
  --store          puts the recordings into faults/recording/stored, for machines without strace`;

const wholeNumber = (text: string, name: string): number => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`${name} is not a whole number: ${text}`);
  return Number(text);
};

/** Throws an error with one sentence for the user. */
export const parseOptions = (args: readonly string[], freshSeed: number): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      images: { type: "string", default: "2000" },
      seed: { type: "string" },
      only: { type: "string" },
      store: { type: "boolean", default: false },
    },
  });
  const chosen = parts.filter((part) => values.only === undefined || part === values.only);
  if (chosen.length === 0) throw new Error(`--only knows "power" and "syscalls", not "${values.only}"`);
  return {
    seed: values.seed === undefined ? freshSeed : wholeNumber(values.seed, "--seed"),
    images: wholeNumber(values.images, "--images"),
    parts: chosen,
    store: values.store,
  };
};

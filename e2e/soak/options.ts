import { parseArgs } from "node:util";

export interface Options {
  /** How many processes are to be killed. */
  readonly kills: number;
  readonly seed: number;
  /** How many jobs at a time. */
  readonly lanes: number;
  /** A kill falls within this time after its process was started, in milliseconds. */
  readonly spanMs: number;
}

export const usage = `usage: npm run soak -- [options]
  --kills <n>   how many processes are killed (default 200)
  --seed <n>    repeats the choices of a run; moments of death differ all the same
  --lanes <n>   jobs at a time (default 2)
  --span <ms>   a kill falls within this time after the start (default 8000)`;

const wholeNumber = (text: string, name: string): number => {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new Error(`${name} is not a whole number from 1 on: ${text}`);
  return Number(text);
};

/** Throws an error with one sentence for the user. */
export const parseOptions = (args: readonly string[], freshSeed: () => number): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: "string", default: "200" },
      seed: { type: "string" },
      lanes: { type: "string", default: "2" },
      span: { type: "string", default: "8000" },
    },
  });
  return {
    kills: wholeNumber(values.kills, "--kills"),
    seed: values.seed === undefined ? freshSeed() : wholeNumber(values.seed, "--seed"),
    lanes: wholeNumber(values.lanes, "--lanes"),
    spanMs: wholeNumber(values.span, "--span"),
  };
};

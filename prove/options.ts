import { parseArgs } from "node:util";

export interface Options {
  readonly seed: number;
  /** Kills in each cell of the first part, and in all of the second. */
  readonly pausedKills: number;
  readonly claimKills: number;
  readonly controlKills: number;
  readonly claimControlKills: number;
  /** How long to go on beginning kills, in minutes. */
  readonly minutes: number;
  /** How many kills at a time. */
  readonly lanes: number;
  readonly short: boolean;
  readonly write: boolean;
  /** Only parts and cells whose name contains this. */
  readonly only: string;
}

export const usage = `usage: npm run guard:prove -- [options]
  --short          a few kills of everything that is guarded; under two minutes
  --kills <n>      kills in each way of holding the browser (default 50), and as many random ones (at least 42)
  --seed <n>       repeats the moments and commands of an earlier run
  --minutes <n>    begin no kill after so long, and tell what was measured until then
  --lanes <n>      kills at a time (default 3, for a small machine)
  --only <text>    only what has this in its name, as in "paused persistent http guarded" or "claim"
  --write          puts the tables into docs/guarantee.md; needs a run without --short and --only`;

const wholeNumber = (text: string, name: string): number => {
  if (!/^[0-9]{1,10}$/.test(text)) throw new Error(`${name} is not a whole number: ${text}`);
  return Number(text);
};

/** Throws an error with one sentence for the user. */
export const parseOptions = (args: readonly string[], freshSeed: number): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      kills: { type: "string" },
      seed: { type: "string" },
      lanes: { type: "string", default: "3" },
      minutes: { type: "string", default: "600" },
      only: { type: "string", default: "" },
    },
  });
  const { short, write, only } = values;
  if (write && (short || only !== ""))
    throw new Error("--write needs a whole run, without --short and --only");
  const kills = values.kills === undefined ? null : wholeNumber(values.kills, "--kills");
  const lanes = wholeNumber(values.lanes, "--lanes");
  if (kills === 0 || lanes === 0) throw new Error("--kills and --lanes must be at least 1");
  return {
    seed: values.seed === undefined ? freshSeed : wholeNumber(values.seed, "--seed"),
    pausedKills: kills ?? (short ? 1 : 50),
    controlKills: short ? 2 : 6,
    claimKills: short ? (kills ?? 8) : Math.max(kills ?? 0, 42),
    claimControlKills: short ? 0 : 24,
    lanes,
    minutes: wholeNumber(values.minutes, "--minutes"),
    short,
    write,
    only,
  };
};

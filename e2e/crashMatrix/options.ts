import { parseArgs } from "node:util";

export interface Options {
  /** Only cells whose name contains this. */
  readonly only: string;
  /** Only the cells of this turn, or all. */
  readonly turn: number | null;
  /** How many cells at a time. */
  readonly lanes: number;
  readonly write: boolean;
  readonly blindly: boolean;
}

export const usage = `usage: npm run crash-matrix -- [options]
  --only <text>    only cells with this in their name, as in "dispatch.settled, 303 redirect"
  --turn <n>       only the cells that npm test runs in this turn
  --lanes <n>      cells at a time (default 2)
  --write          puts the table into docs/crash-matrix.md; needs a whole run
  --send-blindly   sends every job anew after its crash, which the matrix must find out: it succeeds when it fails`;

const wholeNumber = (text: string, name: string, least: number): number => {
  if (!/^[0-9]{1,6}$/.test(text) || Number(text) < least)
    throw new Error(`${name} is not a whole number from ${least} on: ${text}`);
  return Number(text);
};

/** Throws an error with one sentence for the user. */
export const parseOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: "" },
      turn: { type: "string" },
      lanes: { type: "string", default: "2" },
      write: { type: "boolean", default: false },
      "send-blindly": { type: "boolean", default: false },
    },
  });
  const { only, write, "send-blindly": blindly } = values;
  const turn = values.turn === undefined ? null : wholeNumber(values.turn, "--turn", 0);
  const lanes = wholeNumber(values.lanes, "--lanes", 1);
  if (write && (only !== "" || turn !== null || blindly))
    throw new Error("--write needs a whole run of the real recovery");
  return { only, turn, lanes, write, blindly };
};

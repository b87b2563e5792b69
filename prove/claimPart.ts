import { addKill } from "./judge.ts";
import { killOnce } from "./killOnce.ts";
import { type Lane, share } from "./lane.ts";
import type { Random } from "./random.ts";
import { count, newTally, type Tally } from "./tally.ts";
import type { Cell } from "./ways.ts";

const readyMs = 40_000;
/** The kill falls anywhere into the first so many milliseconds of commands. */
const spanMs = 3_000;

/** Kills a child that runs random commands, at random moments, so many times. */
export const killCommands = async (
  lanes: readonly Lane[],
  cell: Cell,
  kills: number,
  random: Random,
): Promise<Tally> => {
  const tally = newTally(cell);
  const plans = Array.from({ length: kills }, () => ({
    seed: random.between(0, 2 ** 31 - 1),
    after: random.between(0, spanMs),
  }));
  await share(lanes, plans, async (lane, { seed, after }) => {
    const kill = await killOnce(lane, {
      cell,
      task: "claim",
      seed,
      async moment(victim) {
        const ready = await victim.says("ready", 1, readyMs);
        await new Promise((resolve) => setTimeout(resolve, after));
        return ready;
      },
    });
    if (typeof kill === "string") {
      tally.missed += 1;
      process.stdout.write(`    missed: ${kill}\n`);
      return;
    }
    addKill(tally, kill);
    for (const { command } of kill.judged) count(tally.requests, command.kind, command.requests.length);
    for (const message of kill.victim.messages) {
      if (message.said === "trouble") process.stdout.write(`    ${message.what}\n`);
    }
  });
  return tally;
};

import { killAndAdd } from "./judge.ts";
import type { Lane } from "./lane.ts";
import type { Random } from "./random.ts";
import { count, type Tally } from "./tally.ts";

const armedMs = 60_000;
/** The kill falls anywhere into the first so many milliseconds of commands. */
const spanMs = 3_000;

/** Kills a child that runs random commands, at a random moment. */
export const killCommands = async (lane: Lane, tally: Tally, random: Random): Promise<void> => {
  const [seed, after] = [random.between(0, 2 ** 31 - 1), random.between(0, spanMs)];
  const kill = await killAndAdd(lane, tally, {
    task: "claim",
    seed,
    async moment(victim) {
      const armed = await victim.says("armed", 1, armedMs);
      await new Promise((resolve) => setTimeout(resolve, after));
      return armed;
    },
  });
  if (kill === null) return;
  for (const { command } of kill.judged) count(tally.requests, command.kind, command.requests.length);
  for (const message of kill.victim.messages) {
    if (message.said === "trouble") process.stdout.write(`    ${message.what}\n`);
  }
};

import { addKill } from "./judge.ts";
import { killOnce } from "./killOnce.ts";
import { type Lane, share } from "./lane.ts";
import { pausedPerKill } from "./pausedScene.ts";
import type { Random } from "./random.ts";
import { count, newTally, type Tally } from "./tally.ts";
import type { Cell } from "./ways.ts";

const heldMs = 40_000;
/** How long requests may have been paused before the kill, in milliseconds. */
const pausedMs = 150;

/** Kills the holder of a browser while eight requests are paused, so many times. */
export const killPaused = async (
  lanes: readonly Lane[],
  cell: Cell,
  kills: number,
  random: Random,
): Promise<Tally> => {
  const tally = newTally(cell);
  const seeds = Array.from({ length: kills }, () => random.between(0, 2 ** 31 - 1));
  await share(lanes, seeds, async (lane, seed) => {
    const after = seed % pausedMs;
    const kill = await killOnce(lane, {
      cell,
      task: "paused",
      seed,
      async moment(victim) {
        const held = await victim.says("held", pausedPerKill, heldMs);
        await new Promise((resolve) => setTimeout(resolve, after));
        return held;
      },
    });
    if (typeof kill === "string") {
      tally.missed += 1;
      process.stdout.write(`    missed: ${kill}\n`);
      return;
    }
    addKill(tally, kill);
    const kinds = new Map(kill.judged.map(({ command }) => [command.commandId, command.kind]));
    for (const message of kill.victim.messages) {
      if (message.said === "held") count(tally.requests, kinds.get(message.commandId) ?? "unknown");
    }
  });
  return tally;
};

import { killAndAdd } from "./judge.ts";
import type { Lane } from "./lane.ts";
import { pausedPerKill } from "./pausedScene.ts";
import type { Random } from "./random.ts";
import { count, type Tally } from "./tally.ts";

const heldMs = 60_000;
/** How long requests may have been paused before the kill, in milliseconds. */
const pausedMs = 150;

/** Kills the holder of a browser while eight requests are paused. */
export const killPaused = async (lane: Lane, tally: Tally, random: Random): Promise<void> => {
  const [seed, after] = [random.between(0, 2 ** 31 - 1), random.between(0, pausedMs)];
  const kill = await killAndAdd(lane, tally, {
    task: "paused",
    seed,
    async moment(victim) {
      const held = await victim.says("held", pausedPerKill, heldMs);
      await new Promise((resolve) => setTimeout(resolve, after));
      return held;
    },
  });
  if (kill === null) return;
  const kinds = new Map(kill.judged.map(({ command }) => [command.commandId, command.kind]));
  for (const message of kill.victim.messages) {
    if (message.said === "held") count(tally.requests, kinds.get(message.commandId) ?? "unknown");
  }
};

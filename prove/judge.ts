import { type Kill, killOnce, type Order } from "./killOnce.ts";
import type { Lane } from "./lane.ts";
import { count, type Tally } from "./tally.ts";

/** `requests` is counted by whoever knows what was interrupted. */
const addKill = (tally: Tally, { judged }: Kill): void => {
  tally.kills += 1;
  tally.commands += judged.length;
  for (const { command, promised, violations } of judged) {
    if (command.coverage?.state === "degraded") {
      for (const reason of command.coverage.reasons) count(tally.degraded, reason);
    }
    for (const { rule, request } of violations) {
      if (!promised) {
        count(tally.brokenDegraded, rule);
        continue;
      }
      count(tally.broken, command.kind);
      count(tally.rules, rule);
      if (tally.cell.tethered) process.stdout.write(`    BROKEN ${rule}: ${request}\n`);
    }
  }
};

/** Kills once and adds what was left behind; null when there was nothing to interrupt. */
export const killAndAdd = async (
  lane: Lane,
  tally: Tally,
  order: Omit<Order, "cell">,
): Promise<Kill | null> => {
  const kill = await killOnce(lane, { ...order, cell: tally.cell });
  if (typeof kill !== "string") {
    addKill(tally, kill);
    return kill;
  }
  tally.missed += 1;
  process.stdout.write(`    missed: ${kill}\n`);
  return null;
};

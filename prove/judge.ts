import type { Kill } from "./killOnce.ts";
import { count, type Tally } from "./tally.ts";

/** Adds what one kill left behind; `requests` is counted by whoever knows what was interrupted. */
export const addKill = (tally: Tally, { judged }: Kill): void => {
  tally.kills += 1;
  tally.commands += judged.length;
  let broken = false;
  for (const { command, promised, violations } of judged) {
    if (command.coverage?.state === "degraded") {
      for (const reason of command.coverage.reasons) count(tally.degraded, reason);
    }
    for (const { rule, request } of violations) {
      if (!promised) {
        tally.brokenDegraded += 1;
        continue;
      }
      broken = true;
      count(tally.broken, command.kind);
      count(tally.rules, rule);
      if (tally.cell.tethered) process.stdout.write(`    BROKEN ${rule}: ${request}\n`);
    }
  }
  if (broken) tally.brokenKills += 1;
};

import type { Action } from "./actions.ts";
import { createChecks } from "./checks.ts";
import { openClient } from "./client.ts";
import { openWorld, type Seeds } from "./world.ts";

/** Runs a sequence and says what was wrong after which action; empty when everything held. */
export const faultsOf = async (actions: readonly Action[], seeds: Seeds = {}): Promise<string[]> => {
  const world = await openWorld(seeds);
  const client = openClient(world);
  const check = createChecks(world, client);
  const end: readonly Action[] = [
    { does: "wait", ms: 3_700_000 },
    { does: "kill", diesAgain: null },
  ];
  for (const [index, action] of [...actions, ...end].entries()) {
    await client.perform(action);
    const wrong = await check(index < actions.length ? "inHand" : "all");
    if (wrong.length > 0) return wrong.map((what) => `after action ${index + 1} (${action.does}): ${what}`);
  }
  return [];
};

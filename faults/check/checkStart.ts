import { isDeepStrictEqual } from "node:util";
import { endInterrupted } from "../../runtime/engine/endInterrupted.ts";
import type { Storage, StoredCommand } from "../../runtime/ports/storage.ts";
import { countingClock } from "../workload/countingClock.ts";
import type { NotedCall } from "../workload/notes.ts";
import type { Finding } from "./judge.ts";
import { type View, viewOf } from "./view.ts";

const commandsIn = (view: View): StoredCommand[] => [...view.commands.values()].flat();

const wrong = (command: StoredCommand, what: string): Finding => ({
  fault: "wrongVerdict",
  text: `command ${command.commandId}, found at "${command.phase}": ${what}`,
});

/** What the start made of one command, given how it was found. */
const judgeCommand = (before: StoredCommand, view: View, after: View): Finding[] => {
  const { commandId } = before;
  const ended = commandsIn(after).find((command) => command.commandId === commandId);
  const records = (of: View) => of.records.get(commandId) ?? [];
  if (ended === undefined) return [wrong(before, "is gone")];
  if (!isDeepStrictEqual(records(after).slice(0, records(view).length), records(view)))
    return [wrong(before, "its records were changed")];
  if (before.outcome !== null && !isDeepStrictEqual(ended.outcome, before.outcome))
    return [wrong(before, "its prepared result was changed")];
  const effect = ended.outcome?.effect;
  const left = (view.dispatches.get(commandId) ?? []).length > 0;
  if (left && (effect === "notSent" || effect === "none"))
    return [wrong(before, `a request left, and the verdict is "${effect}"`)];
  return [];
};

/** Starts as the runtime does: every open command is decided, from what is there and without changing any of it. */
export const checkStart = async (
  storage: Storage,
  before: View,
  calls: readonly NotedCall[],
): Promise<Finding[]> => {
  try {
    await endInterrupted({ storage, clock: countingClock(0x7000_0000) });
  } catch (error) {
    return [{ fault: "startFailed", text: String(error) }];
  }
  const open = await storage.journal.unfinished();
  if (open.length > 0) return [{ fault: "startFailed", text: `${open.length} commands are still open` }];
  const after = await viewOf(
    storage,
    calls.map(({ call }) => call),
  );
  return commandsIn(before).flatMap((command) => judgeCommand(command, before, after));
};

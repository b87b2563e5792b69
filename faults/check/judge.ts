import { isDeepStrictEqual } from "node:util";
import { openMemoryStorage } from "../../storage/memory/index.ts";
import { perform } from "../workload/calls.ts";
import type { NotedCall } from "../workload/notes.ts";
import { isIn } from "./isIn.ts";
import { type View, viewOf } from "./view.ts";

/** Kinds of broken promises. */
export type Fault =
  | "lost"
  | "changed"
  | "artifactWithoutBytes"
  | "refused"
  | "refusedAndChanged"
  | "keyLost"
  | "startFailed"
  | "wrongVerdict"
  | "hung"
  | "died";

export interface Finding {
  readonly fault: Fault;
  readonly text: string;
}

/** What the reference storage holds after these calls. A call that it refuses was refused before as well. */
const referenceView = async (calls: readonly NotedCall[], all: readonly NotedCall[]): Promise<View> => {
  const storage = openMemoryStorage({ now: () => 0 });
  for (const { call } of calls) await perform(storage, call).catch(() => {});
  return viewOf(
    storage,
    all.map(({ call }) => call),
  );
};

const differences = (found: View, expected: View): string[] => {
  const parts = Object.entries(found);
  const others: Readonly<Record<string, View[keyof View]>> = expected;
  return parts.flatMap(([name, part]) => (isDeepStrictEqual(part, others[name]) ? [] : [name]));
};

const unreadable = (view: View): Finding[] =>
  [...view.artifacts].flatMap(([artifactId, { bytes }]) =>
    typeof bytes === "string"
      ? [{ fault: "artifactWithoutBytes" as const, text: `artifact ${artifactId}: ${bytes}` }]
      : [],
  );

/**
 * Compares what was found with what was acknowledged: all of that is there and as it was. Of a call that was begun and not
 * acknowledged all may be there or nothing. Nothing else may be there.
 */
export const judge = async (found: View, calls: readonly NotedCall[]): Promise<Finding[]> => {
  const broken = unreadable(found);
  if (broken.length > 0) return broken;
  const present = calls.filter(({ state, call }) => state === "done" || isIn(found, call));
  const expected = await referenceView(present, calls);
  const different = differences(found, expected);
  if (different.length === 0) return [];
  const missing = calls.filter(
    ({ state, call }) => state === "done" && isIn(expected, call) && !isIn(found, call),
  );
  if (missing.length === 0)
    return [{ fault: "changed", text: `not as it was written: ${different.join(", ")}` }];
  return missing.map(({ number, call }) => ({ fault: "lost", text: `call ${number} (${call.call})` }));
};

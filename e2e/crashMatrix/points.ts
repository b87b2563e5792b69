import type { CrashPoint } from "../../gateway/index.ts";

/** What the journal holds of the submit when its process dies, as far as the crash point alone tells. */
export type Stage =
  | "unsent"
  | "recorded"
  | "leaving"
  | "answered"
  | "settled"
  | "clicked"
  | "resultPrepared"
  | "ended";

interface Place {
  readonly stage: Stage;
  /** A point of recovery needs something to recover: where the process before it died. */
  readonly after?: CrashPoint;
}

type OfOtherCommands = `${"replayable" | "reconciliable"}.${string}`;

/** Every crash point that a submit can reach: a new one does not compile before it stands here. */
export const points = {
  "boundary.accepted": { stage: "unsent" },
  "boundary.checkpointSaved": { stage: "unsent" },
  "boundary.prepared": { stage: "unsent" },
  "boundary.executing": { stage: "unsent" },
  "dispatch.before": { stage: "unsent" },
  "dispatch.recorded": { stage: "recorded" },
  "dispatch.continued": { stage: "leaving" },
  "dispatch.answered": { stage: "answered" },
  "dispatch.settled": { stage: "settled" },
  // The click has returned; how far its request has come by then is a race.
  "boundary.acted": { stage: "clicked" },
  "boundary.verifying": { stage: "clicked" },
  "boundary.resultPrepared": { stage: "resultPrepared" },
  "boundary.ended": { stage: "ended" },
  "recovery.decided": { stage: "leaving", after: "dispatch.continued" },
  "recovery.restarting": { stage: "unsent", after: "dispatch.before" },
  "recovery.restarted": { stage: "unsent", after: "boundary.executing" },
} as const satisfies Readonly<Record<Exclude<CrashPoint, OfOtherCommands>, Place>>;

export type Point = keyof typeof points;

export const stageOf = (point: Point): Stage => points[point].stage;

/** Where each process dies, one after the other. */
export const deathsOf = (point: Point): readonly CrashPoint[] => {
  const place: Place = points[point];
  return place.after === undefined ? [point] : [place.after, point];
};

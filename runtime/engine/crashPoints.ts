import { type CommandClass, RuntimeError } from "../contract/index.ts";

const moments = [
  "accepted", // the accepted record is durable
  "checkpointSaved", // boundary only: the checkpoint is durable, the gate not yet asked
  "prepared", // the prepared record is durable, nothing was touched
  "executing", // the executing record is durable, the page not yet touched
  "acted", // the action returned
  "verifying", // the verifying record is durable
  "resultPrepared", // the result is durable, not yet published
  "ended", // the terminal record is durable, the caller not yet told
] as const;
type Moment = (typeof moments)[number];

const classes = ["replayable", "reconciliable", "boundary"] as const satisfies readonly CommandClass[];

/** Points outside a command's life. */
const otherPoints = [
  "dispatch.before", // a request is held, its record not yet written
  "dispatch.recorded", // the record is durable, the request still held
  "dispatch.continued", // the browser was told to let it go
  "dispatch.answered", // the answer is here, its record not yet written
  "dispatch.settled", // the answer's record is durable, the page has not seen it
  "recovery.decided",
  "recovery.restarting",
  "recovery.restarted",
] as const;

export type CrashPoint = `${CommandClass}.${Moment}` | (typeof otherPoints)[number];

/** Every point at which the process can be made to kill itself. */
export const crashPoints: readonly CrashPoint[] = [
  ...classes.flatMap((c) => moments.map((m): CrashPoint => `${c}.${m}`)),
  ...otherPoints,
];

/** `<point>[:n]`: die when the point is reached for the n-th time (1 by default). Null for an unknown point or count. */
export const parseCrashAt = (
  value: string,
): { readonly point: CrashPoint; readonly count: number } | null => {
  const [name, count = "1", ...rest] = value.split(":");
  const point = crashPoints.find((known) => known === name);
  if (point === undefined || rest.length > 0 || !/^[1-9][0-9]{0,5}$/.test(count)) return null;
  return { point, count: Number(count) };
};

export type ReachPoint = (point: CrashPoint) => void;

/** Inert unless `HOLDFAST_CRASH_AT` names a point; then the process ends itself there with SIGKILL. Throws on an unknown point. */
export const armCrashPoints = (crashAt: string | undefined): ReachPoint => {
  if (crashAt === undefined || crashAt === "") return () => {};
  const armed = parseCrashAt(crashAt);
  if (armed === null)
    throw new RuntimeError(
      "invalidRequest",
      `HOLDFAST_CRASH_AT: unknown point "${crashAt}"; known: ${crashPoints.join(", ")}`,
    );
  let left = armed.count;
  return (point) => {
    if (point !== armed.point || --left > 0) return;
    process.kill(process.pid, "SIGKILL");
    // The signal is delivered asynchronously; nothing after this line may run.
    for (;;);
  };
};

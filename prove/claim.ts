import type { CommandPhase, Coverage, DispatchState } from "../runtime/contract/index.ts";

/** What the durable journal says of one command after its runtime was killed. */
export interface JournalledCommand {
  readonly commandId: string;
  readonly phase: CommandPhase;
  /** Null when the command never reached `executing`. */
  readonly coverage: Coverage | null;
  readonly requests: readonly JournalledRequest[];
}

/** One request with a `dispatched` record, and the last state recorded of it. */
export interface JournalledRequest {
  readonly method: string;
  readonly path: string;
  readonly state: DispatchState;
}

/** A request as it arrived at the server. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
}

export type BrokenRule =
  /** Something arrived that no `dispatched` record announced. */
  | "unrecorded"
  /** One record, and more than one request at the server. */
  | "moreThanOnce"
  /** Recorded as answered, and the server never got it. */
  | "answeredWithoutArrival"
  /** Recorded as refused before it was sent, and the server got it. */
  | "refusedButArrived";

export interface Violation {
  readonly commandId: string;
  readonly rule: BrokenRule;
  readonly request: string;
}

const nameOf = ({ method, path }: ArrivedRequest) => `${method} ${path}`;

/** Whether the claim says anything of a command: nothing could leave unseen, or nothing was touched yet. */
export const isPromised = ({ coverage }: JournalledCommand): boolean =>
  coverage === null || coverage.state === "whole";

const judge = (records: readonly JournalledRequest[], arrivals: number): readonly BrokenRule[] => {
  if (records.length === 0) return arrivals === 0 ? [] : ["unrecorded"];
  const mayHaveArrived = records.filter(({ state }) => state !== "refused").length;
  const mustHaveArrived = records.filter(({ state }) => state === "answered").length;
  if (mayHaveArrived === 0 && arrivals > 0) return ["refusedButArrived"];
  if (arrivals > mayHaveArrived) return ["moreThanOnce"];
  return arrivals < mustHaveArrived ? ["answeredWithoutArrival"] : [];
};

/**
 * Where journal and server contradict the claim (docs/guarantee.md), request by request and whatever the coverage was:
 * no record, nothing at the server; a record without an answer, at most one; a record with an answer, exactly one.
 */
export const checkClaim = (
  command: JournalledCommand,
  arrived: readonly ArrivedRequest[],
): readonly Violation[] => {
  const names = new Set([...command.requests, ...arrived].map(nameOf));
  return [...names].flatMap((request) => {
    const records = command.requests.filter((record) => nameOf(record) === request);
    const arrivals = arrived.filter((arrival) => nameOf(arrival) === request).length;
    return judge(records, arrivals).map((rule) => ({ commandId: command.commandId, rule, request }));
  });
};

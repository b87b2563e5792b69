import type { Cell, Kind } from "./ways.ts";

/** What a cell's kills came to. */
export interface Tally {
  readonly cell: Cell;
  kills: number;
  /** Kills that interrupted nothing, because what was to be interrupted did not come about. */
  missed: number;
  commands: number;
  /** Paused requests or, for commands, requests with a record. */
  readonly requests: Map<string, number>;
  /** Violations where the claim was made, by kind of command. */
  readonly broken: Map<string, number>;
  /** Violations where the claim was made, by rule. */
  readonly rules: Map<string, number>;
  /** Violations where the guard had said that it might not see everything, by rule. */
  readonly brokenDegraded: Map<string, number>;
  /** Commands for which the guard said so, by reason. */
  readonly degraded: Map<string, number>;
}

export const newTally = (cell: Cell): Tally => ({
  cell,
  kills: 0,
  missed: 0,
  commands: 0,
  requests: new Map(),
  broken: new Map(),
  rules: new Map(),
  brokenDegraded: new Map(),
  degraded: new Map(),
});

export const count = (counts: Map<string, number>, key: string, by = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};

export const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, value) => total + value, 0);

export const of = (counts: ReadonlyMap<string, number>, kind: Kind): number => counts.get(kind) ?? 0;

/** `a 1, b 2`, or a dash. */
export const shown = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([key, value]) => `${key} ${value}`).join(", ") || "–";

/** Time passes only through this, so that tests own it. */
export interface Time {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fire` once, `ms` from now; returns what calls it off. */
  after(ms: number, fire: () => void): () => void;
}

/** Time and ids come in through this port. */
export interface Clock extends Time {
  newId(): string;
}

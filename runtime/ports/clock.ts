/** Time and ids come in through this port, so that tests own both. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  newId(): string;
}

/** What the ports need of a deadline. */
export interface DeadlineView {
  /** Milliseconds left, at least 0. */
  remaining(): number;
}

/** A command's one limit of time; `engine/deadline.ts` implements it. */
export interface Deadline extends DeadlineView {
  passed(): boolean;
  /** The earlier of this deadline and one `ms` from now. */
  atMost(ms: number): Deadline;
  /** Throws `deadlineExceeded` once the time is over. */
  check(what: string): void;
  /** The result of `work`, or `deadlineExceeded` when the time is over first; `work` itself is not stopped. */
  race<T>(what: string, work: Promise<T>): Promise<T>;
  /** Waits `ms`, or until the deadline if that is sooner. */
  pause(ms: number): Promise<void>;
}

import type { Time } from "../runtime/ports/clock.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** Time that stands still until somebody lets the next timer fire. */
export interface VirtualTime extends Time {
  /** Fires the earliest timer; false when there is none. */
  next(): boolean;
}

export const virtualTime = (startMs: number): VirtualTime => {
  let now = startMs;
  let order = 0;
  const timers = new Set<Timer>();
  return {
    now: () => now,
    after(ms, fire) {
      const timer = { at: now + Math.max(0, ms), order: order++, fire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    next() {
      let first: Timer | null = null;
      for (const timer of timers)
        if (first === null || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
          first = timer;
      if (first === null) return false;
      timers.delete(first);
      now = Math.max(now, first.at);
      first.fire();
      return true;
    },
  };
};

import { RuntimeError } from "../contract/errors.ts";
import type { Time } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";

export const wallTime: Time = {
  now: () => Date.now(),
  after(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};

/** `at`: milliseconds since the epoch. Waiting without a deadline is not allowed: a page can always be slower than its reader. */
export const deadlineAt = (at: number, time: Time = wallTime): Deadline => {
  const remaining = () => Math.max(0, at - time.now());
  const over = (what: string) => new RuntimeError("deadlineExceeded", `the deadline passed while ${what}`);
  return {
    remaining,
    passed: () => remaining() === 0,
    atMost: (ms) => deadlineAt(Math.min(at, time.now() + ms), time),
    check(what) {
      if (remaining() === 0) throw over(what);
    },
    async race(what, work) {
      let callOff = () => {};
      const timeout = new Promise<never>((_, reject) => {
        callOff = time.after(remaining(), () => reject(over(what)));
      });
      try {
        return await Promise.race([work, timeout]);
      } finally {
        callOff();
      }
    },
    async pause(ms) {
      await new Promise<void>((resolve) => time.after(Math.min(ms, remaining()), resolve));
    },
  };
};

export const deadlineIn = (ms: number, time: Time = wallTime): Deadline => deadlineAt(time.now() + ms, time);

import { RuntimeError } from "../contract/errors.ts";
import type { Deadline } from "../ports/deadline.ts";

/** `at`: milliseconds since the epoch. Waiting without a deadline is not allowed: a page can always be slower than its reader. */
export const deadlineAt = (at: number, now: () => number = Date.now): Deadline => {
  const remaining = () => Math.max(0, at - now());
  const over = (what: string) => new RuntimeError("deadlineExceeded", `the deadline passed while ${what}`);
  return {
    remaining,
    passed: () => remaining() === 0,
    atMost: (ms) => deadlineAt(Math.min(at, now() + ms), now),
    check(what) {
      if (remaining() === 0) throw over(what);
    },
    async race(what, work) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(over(what)), remaining());
      });
      try {
        return await Promise.race([work, timeout]);
      } finally {
        clearTimeout(timer);
      }
    },
    async pause(ms) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, remaining())));
    },
  };
};

export const deadlineIn = (ms: number, now: () => number = Date.now): Deadline => deadlineAt(now() + ms, now);

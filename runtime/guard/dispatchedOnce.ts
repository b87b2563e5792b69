import { withoutFragment } from "./proxyRequest.ts";

/** Requests that are given up never have an answer; only so many are remembered. */
const remembered = 1_000;

/**
 * Dispatched plain requests whose answer is not known yet. A browser sends some of them again by itself, below everything
 * that watches it: when a connection ends, or when the answer is 407, 408 or 421. Each may pass as often as it was dispatched.
 */
export const dispatchedOnce = () => {
  const open = new Map<string, { waiting: number; unused: number }>();
  const keyOf = (method: string, url: string) => `${method} ${withoutFragment(url)}`;

  return {
    /** Returns what to call when the answer is known; from then on a request like it is a new one. */
    expect(method: string, url: string): () => void {
      const key = keyOf(method, url);
      const entry = open.get(key) ?? { waiting: 0, unused: 0 };
      open.set(key, { waiting: entry.waiting + 1, unused: entry.unused + 1 });
      const [oldest] = open.keys();
      if (open.size > remembered && oldest !== undefined) open.delete(oldest);
      let isSettled = false;
      return () => {
        const now = open.get(key);
        if (isSettled || now === undefined) return;
        isSettled = true;
        if (now.waiting === 1) open.delete(key);
        else open.set(key, { waiting: now.waiting - 1, unused: Math.min(now.unused, now.waiting - 1) });
      };
    },
    isOpen: (method: string, url: string): boolean => open.has(keyOf(method, url)),
    /** Whether a request may leave, and if it was dispatched, that it did. */
    mayGo(method: string, url: string): boolean {
      const key = keyOf(method, url);
      const entry = open.get(key);
      if (entry === undefined) return true;
      if (entry.unused === 0) return false;
      open.set(key, { ...entry, unused: entry.unused - 1 });
      return true;
    },
  };
};

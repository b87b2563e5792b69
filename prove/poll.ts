/** Looks every ten milliseconds until it holds or the time is over; returns whether it held. */
export const poll = async (holds: () => boolean, limitMs: number): Promise<boolean> => {
  const limit = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() >= limit) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
};

/** Watches a growing number until it has stood still for `quietMs`, at most `limitMs`. */
export const pollQuiet = async (count: () => number, quietMs: number, limitMs: number): Promise<void> => {
  let [last, since] = [count(), Date.now()];
  await poll(() => {
    const now = count();
    if (now !== last) [last, since] = [now, Date.now()];
    return Date.now() - since >= quietMs;
  }, limitMs);
};

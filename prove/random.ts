/** Numbers that a seed repeats: the same kills and the same commands for the same seed. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: small, and even enough to choose moments with. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    pick(items) {
      const [picked] = items.slice(between(0, items.length - 1));
      if (picked === undefined) throw new Error("there is nothing to pick from");
      return picked;
    },
  };
};

/** One life of a process. Once it is over, nothing it began goes on: every step it waits for stays open for good. */
export interface Life {
  isOver(): boolean;
  /** Passed wherever a real process could be killed; settles only in a living one. */
  step(): Promise<void>;
  /** Ends the life at the `steps`-th step from now; null: never. */
  endAfter(steps: number | null): void;
  end(): void;
  /** Settles when the life is over. */
  readonly over: Promise<void>;
}

export const beginLife = (): Life => {
  let left: number | null = null;
  let isOver = false;
  let tell = () => {};
  const over = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const end = () => {
    isOver = true;
    tell();
  };
  return {
    isOver: () => isOver,
    async step() {
      if (!isOver && left !== null && --left <= 0) end();
      if (isOver) await new Promise<never>(() => {});
    },
    endAfter(steps) {
      left = steps;
    },
    end,
    over,
  };
};

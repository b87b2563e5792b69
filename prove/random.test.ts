import { describe, expect, it } from "vitest";
import { randomFrom } from "./random.ts";

const draw = (seed: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: 500 }, () => random.between(3, 7));
};

describe("numbers from a seed", () => {
  it("are the same for the same seed and others for another", () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it("stay within the given bounds and reach both ends", () => {
    expect([...new Set(draw(1))].toSorted()).toEqual([3, 4, 5, 6, 7]);
  });

  it("pick every item sooner or later", () => {
    const random = randomFrom(1);
    const picked = new Set(Array.from({ length: 100 }, () => random.pick(["a", "b", "c"])));
    expect([...picked].toSorted()).toEqual(["a", "b", "c"]);
  });
});

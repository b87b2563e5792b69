import { describe, expect, it } from "vitest";
import { shownBound, upperBound } from "./bound.ts";

describe("the bound beside a zero", () => {
  it.each([
    [0, 1],
    [1, 0.95],
    [8, 0.3123],
    [26, 0.1088],
    [50, 0.0582],
    [130, 0.0228],
    [300, 0.0099],
  ])("after %i trials without a hit a rate of %d per trial is still possible", (trials, rate) => {
    expect(upperBound(trials)).toBeCloseTo(rate, 4);
  });

  it.each([1, 2, 10, 50, 300, 10_000])("is never above the rule of three, 3 divided by %i", (trials) => {
    expect(upperBound(trials)).toBeLessThanOrEqual(3 / trials);
  });

  it.each([
    [0, "100 %"],
    [8, "32 %"],
    [50, "5.9 %"],
    [300, "1.0 %"],
    [1_000, "0.3 %"],
  ])("is shown rounded up, for %i trials as %s", (trials, shown) => {
    expect(shownBound(trials)).toBe(shown);
  });
});

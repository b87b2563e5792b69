import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.ts";

describe("the options of the proof", () => {
  it("without any ask for fifty kills in each way, and for at least forty random ones", () => {
    const options = parseOptions([], 7);
    expect(options).toMatchObject({ seed: 7, pausedKills: 50, short: false, write: false, only: "" });
    expect(options.claimKills).toBeGreaterThanOrEqual(40);
  });

  it("take the seed of an earlier run", () => {
    expect(parseOptions(["--seed", "2147483647"], 7).seed).toBe(2_147_483_647);
  });

  it("make the short run a handful of kills", () => {
    expect(parseOptions(["--short"], 7)).toMatchObject({
      pausedKills: 1,
      claimKills: 8,
      claimControlKills: 0,
    });
  });

  it("take a number of kills", () => {
    expect(parseOptions(["--kills", "100"], 7)).toMatchObject({ pausedKills: 100, claimKills: 100 });
    expect(parseOptions(["--short", "--kills", "1"], 7)).toMatchObject({ pausedKills: 1, claimKills: 1 });
  });

  it.each([
    [["--kills", "many"], "--kills is not a whole number: many"],
    [["--kills", "0"], "must be at least 1"],
    [["--lanes", "0"], "must be at least 1"],
    [["--seed", "-1"], "--seed"],
    [["--write", "--short"], "--write needs a whole run"],
    [["--write", "--only", "claim"], "--write needs a whole run"],
    [["--fast"], "--fast"],
  ])("refuse %j and say why", (args, message) => {
    expect(() => parseOptions(args, 7)).toThrow(message);
  });
});

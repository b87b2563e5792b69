import { describe, expect, it } from "vitest";
import { newTally, type Tally } from "./tally.ts";
import { verdictOf } from "./verdict.ts";
import type { Way } from "./ways.ts";

interface Found {
  readonly kills?: number;
  readonly leaks?: number;
  readonly missed?: number;
}

const tally = (way: Way, tethered: boolean, { kills = 50, leaks = 0, missed = 0 }: Found = {}): Tally => ({
  ...newTally({ way, protocol: "http", tethered }),
  kills,
  missed,
  broken: new Map(leaks > 0 ? [["beacon", leaks]] : []),
  rules: new Map(leaks > 0 ? [["unrecorded", leaks]] : []),
});

const leaking = { leaks: 5 };
const convincing = {
  paused: [
    tally("persistent", true),
    tally("persistent", false, leaking),
    tally("launch", false),
    tally("connectOverCDP", false),
    tally("defaultContext", false, leaking),
  ],
  claim: [tally("persistent", true), tally("persistent", false, leaking)],
  short: false,
};

const codeOf = (changes: Partial<Parameters<typeof verdictOf>[0]>) =>
  verdictOf({ ...convincing, ...changes }).exitCode;

describe("the verdict of a run", () => {
  it("is good when nothing broke with the tether and something leaked without it", () => {
    const { lines, exitCode } = verdictOf(convincing);
    expect(exitCode).toBe(0);
    expect(lines[0]).toBe(
      "paused, with the tether: 0 violations in 50 kills; at 95 % at most 5.9 % of kills would break it",
    );
  });

  it("is bad when one request leaked with the tether", () => {
    expect(codeOf({ paused: [...convincing.paused, tally("launch", true, { leaks: 1 })] })).toBe(1);
  });

  it.each<[string, Way]>([
    ["a persistent context", "persistent"],
    ["a surviving browser", "defaultContext"],
  ])("is bad when the control in %s found nothing: then the zeros show nothing", (_name, way) => {
    const paused = convincing.paused.map((one) =>
      one.cell.way === way && !one.cell.tethered ? tally(way, false) : one,
    );
    expect(codeOf({ paused })).toBe(1);
    expect(codeOf({ paused, short: true })).toBe(0);
  });

  it("is bad when the random commands without the tether found nothing", () => {
    expect(codeOf({ claim: [tally("persistent", true), tally("persistent", false)] })).toBe(1);
  });

  it("asks nothing of controls that were not run", () => {
    expect(codeOf({ paused: [tally("launch", true)], claim: [] })).toBe(0);
  });

  it.each<[string, Found]>([
    ["most kills interrupted nothing", { kills: 2, missed: 10 }],
    ["nothing was killed", { kills: 0 }],
  ])("is bad when %s", (_name, found) => {
    expect(codeOf({ paused: [tally("launch", true, found)], claim: [] })).toBe(1);
  });
});

import { describe, expect, it } from "vitest";
import { randomFrom } from "../../prove/random.ts";
import { injectionOf, planFaults } from "./plan.ts";
import type { TracedCall } from "./straceLog.ts";

const calls = (name: string, from: number, to: number, path: string | null): TracedCall[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ name, path, count: from + index }));

describe("the plan of faults", () => {
  it("spreads the faults of a kind over the whole run, and repeats them for a seed", () => {
    const plan = (seed: number) => planFaults(calls("fsync", 1, 80, "data/a"), randomFrom(seed));
    const failing = plan(3).filter(({ fault }) => fault === "EIO");
    expect(failing).toHaveLength(8);
    for (const [index, { when }] of failing.entries()) expect(Math.ceil(Number(when) / 10)).toBe(index + 1);
    expect(plan(3)).toEqual(plan(3));
  });

  it("leaves out counts at which another thread would be struck elsewhere", () => {
    const mixed = [...calls("link", 1, 4, "data/a"), ...calls("link", 1, 3, null)];
    const whens = planFaults(mixed, randomFrom(1)).map(({ when }) => when);
    expect(new Set(whens)).toEqual(new Set(["4"]));
  });

  it("has none for a call that was never made", () => {
    expect(planFaults([], randomFrom(1))).toEqual([]);
  });

  it.each([
    [{ call: "fsync", fault: "EIO", when: "7" }, "inject=fsync:error=EIO:when=7"],
    [{ call: "pwrite64", fault: "ENOSPC", when: "7+" }, "inject=pwrite64:error=ENOSPC:when=7+"],
    [{ call: "link", fault: "SIGKILL", when: "2" }, "inject=link:signal=SIGKILL:when=2"],
  ])("says %j in the words of strace", (fault, words) => {
    expect(injectionOf(fault)).toBe(words);
  });
});

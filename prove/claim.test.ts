import { describe, expect, it } from "vitest";
import type { Coverage, DispatchState } from "../runtime/contract/index.ts";
import { type BrokenRule, checkClaim, isPromised } from "./claim.ts";

const request = { method: "POST", path: "/effect/1" };
const whole: Coverage = { state: "whole" };

const command = (states: readonly DispatchState[], coverage: Coverage | null = whole) => ({
  commandId: "c",
  phase: "executing" as const,
  coverage,
  requests: states.map((state) => ({ ...request, state })),
});

const rulesBroken = (states: readonly DispatchState[], arrivals: number): readonly BrokenRule[] =>
  checkClaim(
    command(states),
    Array.from({ length: arrivals }, () => request),
  ).map(({ rule }) => rule);

describe("the claim", () => {
  it.each<[string, DispatchState[], number, BrokenRule[]]>([
    ["no record and nothing at the server keeps it", [], 0, []],
    ["no record and a request at the server breaks it", [], 1, ["unrecorded"]],
    ["no record and two requests at the server break it once per request", [], 2, ["unrecorded"]],
    ["dispatched and nothing at the server keeps it", ["dispatched"], 0, []],
    ["dispatched and one at the server keeps it", ["dispatched"], 1, []],
    ["dispatched and two at the server break it", ["dispatched"], 2, ["moreThanOnce"]],
    ["failed and one at the server keeps it", ["failed"], 1, []],
    ["failed and two at the server break it", ["failed"], 2, ["moreThanOnce"]],
    ["answered and one at the server keeps it", ["answered"], 1, []],
    ["answered and nothing at the server breaks it", ["answered"], 0, ["answeredWithoutArrival"]],
    ["answered and two at the server break it", ["answered"], 2, ["moreThanOnce"]],
    ["refused and nothing at the server keeps it", ["refused"], 0, []],
    ["refused and one at the server breaks it", ["refused"], 1, ["refusedButArrived"]],
    ["two records of the same request and two at the server keep it", ["answered", "dispatched"], 2, []],
    [
      "two records of the same request and three at the server break it",
      ["answered", "dispatched"],
      3,
      ["moreThanOnce"],
    ],
  ])("%s", (_rule, states, arrivals, broken) => {
    expect(rulesBroken(states, arrivals)).toEqual(broken);
  });

  it("judges each request by its own record: a record of one does not announce another", () => {
    const other = { method: "POST", path: "/effect/2" };
    expect(checkClaim(command(["answered"]), [request, other])).toEqual([
      { commandId: "c", rule: "unrecorded", request: "POST /effect/2" },
    ]);
  });

  it("takes requests to one address by different methods for different requests", () => {
    expect(checkClaim(command(["dispatched"]), [{ ...request, method: "PUT" }])).toMatchObject([
      { rule: "unrecorded" },
    ]);
  });

  it.each<[string, Coverage | null, boolean]>([
    ["is made where coverage is whole", whole, true],
    ["is made of a command that had not touched the page", null, true],
    ["is not made where coverage is degraded", { state: "degraded", reasons: ["webSocket"] }, false],
  ])("%s", (_rule, coverage, promised) => {
    expect(isPromised(command([], coverage))).toBe(promised);
  });
});

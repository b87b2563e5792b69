import { describe, expect, it } from "vitest";
import type { Storage } from "../../runtime/ports/storage.ts";
import { openMemoryStorage } from "../../storage/memory/index.ts";
import { acceptedCommand, artifact, at, id, receipt } from "../../storage/testing/samples.ts";
import { type Call, perform } from "../workload/calls.ts";
import type { CallState, NotedCall } from "../workload/notes.ts";
import { judge } from "./judge.ts";
import { viewOf } from "./view.ts";

const accept: Call = { call: "accept", command: acceptedCommand(1) };
const prepare: Call = {
  call: "advance",
  write: { commandId: id(1), from: "accepted", to: "prepared", at: at(2), body: "{}" },
};
const add: Call = { call: "addReceipt", receipt: receipt(81) };
const put: Call = { call: "putArtifact", artifact: artifact(90), bytes: Uint8Array.of(1, 2) };

const noted = (...states: (readonly [Call, CallState])[]): NotedCall[] =>
  states.map(([call, state], number) => ({ number, call, state }));

const faultsOf = async (
  calls: readonly NotedCall[],
  there: readonly Call[],
  change?: (storage: Storage) => Storage,
) => {
  const storage = openMemoryStorage({ now: () => 0 });
  for (const call of there) await perform(storage, call);
  const all = calls.map(({ call }) => call);
  const findings = await judge(await viewOf(change?.(storage) ?? storage, all), calls);
  return findings.map(({ fault, text }) => `${fault}: ${text}`);
};

describe("what was found after a power loss", () => {
  it("is right when it is what was acknowledged", async () => {
    expect(await faultsOf(noted([accept, "done"], [put, "done"]), [accept, put])).toEqual([]);
  });

  it.each(["begun", "failed"] as const)("may hold a call that was %s, or not", async (state) => {
    const calls = noted([accept, "done"], [prepare, state], [add, state], [put, state]);
    expect(await faultsOf(calls, [accept, prepare, add, put])).toEqual([]);
    expect(await faultsOf(calls, [accept])).toEqual([]);
  });

  it("has lost what was acknowledged and is not there", async () => {
    const calls = noted([accept, "done"], [prepare, "done"], [add, "done"]);
    expect(await faultsOf(calls, [accept, add])).toEqual(["lost: call 1 (advance)"]);
  });

  it("was changed when a record is another", async () => {
    const changed: Call = { call: "accept", command: acceptedCommand(1, { shown: "another" }) };
    expect(await faultsOf(noted([accept, "done"]), [changed])).toEqual([
      "changed: not as it was written: commands, records",
    ]);
  });

  it("was changed when something is there that nobody began", async () => {
    const moved = noted([accept, "done"]);
    expect(await faultsOf(moved, [accept, prepare])).toEqual([
      "changed: not as it was written: commands, records",
    ]);
  });

  it("has an artifact without its bytes, acknowledged or not", async () => {
    const withoutBytes = (storage: Storage): Storage => ({
      ...storage,
      artifacts: { ...storage.artifacts, read: () => Promise.reject(new Error("missing")) },
    });
    expect(await faultsOf(noted([put, "begun"]), [put], withoutBytes)).toEqual([
      `artifactWithoutBytes: artifact ${id(90)}: Error: missing`,
    ]);
  });
});

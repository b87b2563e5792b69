import { describe, expect, test } from "vitest";
import { type CommandClass, type CommandPhase, RuntimeError } from "../contract/index.ts";
import type { StoredCommand } from "../ports/storage.ts";
import { failed } from "./outcomes.ts";
import { planRestart } from "./restartPlan.ts";

let sequence = 0;
const command = (kind: string, commandClass: CommandClass, phase: CommandPhase): StoredCommand => {
  sequence += 1;
  return {
    commandId: `command ${sequence} ${kind}`,
    principal: "p",
    workflowId: "w",
    attemptId: "a",
    sessionId: "s",
    pageId: "page",
    kind,
    class: commandClass,
    digest: "",
    idempotencyKey: null,
    sealedEnvelope: new Uint8Array(),
    shown: "{}",
    acceptedAt: "2026-01-01T00:00:00.000Z",
    sequence,
    phase,
    coverage: null,
    outcome: null,
  };
};
const navigate = () => command("navigate", "replayable", "completed");
const filled = () => command("completeForm", "reconciliable", "completed");
const submit = (phase: CommandPhase) => command("submitAndVerify", "boundary", phase);
const gone = { checkpoint: null, pageIsOpen: false, restartUrl: "http://site.test/form" };

describe("how a workflow goes on", () => {
  test("a command that needs reconciliation comes first", () => {
    const open = submit("needsReconciliation");
    expect(planRestart({ ...gone, commands: [navigate(), open] })).toEqual({
      kind: "undecided",
      command: open,
    });
  });

  test("an applied boundary command is never started again", () => {
    expect(planRestart({ ...gone, commands: [navigate(), filled(), submit("completed")] }).kind).toBe(
      "resume",
    );
  });

  test("an open page goes on where it stands", () => {
    expect(planRestart({ ...gone, pageIsOpen: true, commands: [navigate(), submit("failed")] }).kind).toBe(
      "resume",
    );
  });

  test.each([
    ["without a page", null, []],
    ["whose first navigation was interrupted", "about:blank", [command("navigate", "replayable", "failed")]],
  ])("an attempt %s has nothing to start again", (_, restartUrl, commands) => {
    expect(planRestart({ ...gone, restartUrl, commands }).kind).toBe("resume");
  });

  test("after a submit that was not sent, the page is opened again and the fills since the last navigation are applied", () => {
    const [early, first, second] = [filled(), filled(), filled()];
    const plan = planRestart({
      ...gone,
      commands: [navigate(), early, navigate(), first, second, submit("failed")],
    });
    expect(plan).toMatchObject({
      kind: "restart",
      restartUrl: "http://site.test/form",
      inputs: [first, second],
    });
  });

  test.each([
    ["notSent", "nothing was sent"],
    ["answered", "no submit was applied"],
    ["unknown", "no submit was applied"],
  ] as const)("after a failed submit whose effect was %s, it says of it: %s", (effect, said) => {
    const rejected: StoredCommand = {
      ...submit("failed"),
      outcome: failed(
        {
          commandId: "c",
          observedClass: "boundary",
          coverage: { state: "whole" },
          evidence: [],
        },
        effect,
        new RuntimeError("rejectedBySite", "the site said no"),
      ),
    };
    const plan = planRestart({ ...gone, commands: [navigate(), filled(), rejected] });
    expect(plan).toMatchObject({ kind: "restart", reasons: [expect.stringContaining(said)] });
  });

  test("a fill that was interrupted is not among the inputs", () => {
    const plan = planRestart({
      ...gone,
      commands: [navigate(), command("completeForm", "reconciliable", "failed")],
    });
    expect(plan).toMatchObject({ kind: "restart", inputs: [] });
  });
});

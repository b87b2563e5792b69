import { describe, expect, test } from "vitest";
import type { Checkpoint, FormDigest } from "../contract/index.ts";
import { type GateRequest, gate } from "./gate.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const hash = (letter: string) => letter.repeat(64);
const form: FormDigest = { digest: hash("a"), fields: [{ field: "Name", hash: hash("1") }] };

const checkpoint: Checkpoint = {
  checkpointId: id(1),
  workflowId: id(2),
  attemptId: id(3),
  sessionId: id(4),
  pageId: id(5),
  boundaryCommandId: id(6),
  recoveryClass: "boundary",
  restartUrl: "http://site.test/form",
  currentUrl: "http://site.test/form",
  invariants: { text: [], url: "http://site.test/form", title: "Form", form },
  replayableInputs: [],
  evidenceRefs: [],
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-01T00:05:00.000Z",
};

const request: GateRequest = {
  workflowId: id(2),
  attemptId: id(3),
  sessionId: id(4),
  pageId: id(5),
  commandId: id(6),
  form,
  now: "2026-01-01T00:01:00.000Z",
};

const ask = (
  changed: Partial<Checkpoint> = {},
  asked: Partial<GateRequest> = {},
  usedBy: string | null = null,
) => gate({ checkpoint: { ...checkpoint, ...changed }, usedBy }, { ...request, ...asked });

describe("the boundary gate", () => {
  test("opens for exactly the command its checkpoint names", () => {
    expect(ask()).toEqual({ open: true });
  });

  test("stays shut without a saved checkpoint", () => {
    expect(gate(null, request)).toEqual({ open: false, code: "checkpointMismatch", field: "checkpoint" });
  });

  test.each([
    ["workflowId", { workflowId: id(99) }],
    ["attemptId", { attemptId: id(99) }],
    ["sessionId", { sessionId: id(99) }],
    ["pageId", { pageId: id(99) }],
    ["boundaryCommandId", { boundaryCommandId: id(99) }],
    ["recoveryClass", { recoveryClass: "reconciliable" as const }],
  ])("stays shut when the checkpoint names another %s", (field, changed) => {
    expect(ask(changed)).toEqual({ open: false, code: "checkpointMismatch", field });
  });

  test.each([
    ["just before it expires", "2026-01-01T00:04:59.999Z", true],
    ["at the moment it expires", "2026-01-01T00:05:00.000Z", false],
    ["after it expired", "2026-01-02T00:00:00.000Z", false],
  ])("an expiry counts: %s", (_, now, open) => {
    expect(ask({}, { now })).toEqual(open ? { open } : { open, code: "checkpointExpired" });
  });

  test("a checkpoint is used once", () => {
    expect(ask({}, {}, id(7))).toEqual({ open: false, code: "checkpointUsed", by: id(7) });
  });

  test.each([
    ["a changed value", [{ field: "Name", hash: hash("2") }], ["Name"]],
    ["a field that appeared", [...form.fields, { field: "Gift", hash: hash("3") }], ["Gift"]],
    ["a field that vanished", [], ["Name"]],
  ])("stays shut when the form changed: %s is named", (_, fields, changed) => {
    expect(ask({}, { form: { digest: hash("b"), fields } })).toEqual({
      open: false,
      code: "formChanged",
      fields: changed,
    });
  });
});

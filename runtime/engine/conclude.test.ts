import { describe, expect, test } from "vitest";
import { type Coverage, type DispatchState, RuntimeError } from "../contract/index.ts";
import type { SeenDispatch } from "../ports/guard.ts";
import type { Ending } from "../ports/handler.ts";
import { conclude, observedClassOf, type SeenOfCommand } from "./conclude.ts";

const whole: Coverage = { state: "whole" };
const degraded: Coverage = { state: "degraded", reasons: ["webSocket"] };
const resend: Coverage = { state: "degraded", reasons: ["resendPossible"] };

const sent = (
  state: DispatchState,
  status: number | null = null,
  method = "POST",
  resourceType = "Document",
): SeenDispatch => ({
  state,
  method,
  resourceType,
  url: "https://site.test/form",
  status,
  retryAfter: status === 429 ? "30" : null,
});
const seen = (
  dispatches: readonly SeenDispatch[],
  coverage: Coverage = whole,
  readByScript = false,
): SeenOfCommand => ({
  class: "boundary",
  coverage,
  dispatches,
  readByScript,
});
const done: Ending = { ended: "done" };
const rejected: Ending = { ended: "rejected", failure: new RuntimeError("rejectedBySite", "no") };
const withMessages: Ending = {
  ended: "unknown",
  failure: new RuntimeError("outcomeUnknown", "neither"),
  fieldMessages: ["User name: taken"],
};
const script = (status: number, type = "XHR") => sent("answered", status, "POST", type);
const unknown: Ending = { ended: "unknown", failure: new RuntimeError("outcomeUnknown", "neither") };

type Row = readonly [string, Ending, SeenOfCommand, ended: string, effect: string, code: string | null];

const table: readonly Row[] = [
  ["success and an answer", done, seen([sent("answered", 303)]), "completed", "answered", null],
  [
    "success, and no answer to what was sent",
    done,
    seen([sent("dispatched")]),
    "needsReconciliation",
    "sent",
    "outcomeUnknown",
  ],
  [
    "success over a connection that was cut",
    done,
    seen([sent("failed", null, "POST", "XHR")]),
    "needsReconciliation",
    "sent",
    "outcomeUnknown",
  ],
  [
    "success and an answer, besides something cut",
    done,
    seen([sent("answered", 200, "POST", "XHR"), sent("failed", null, "POST", "XHR")]),
    "completed",
    "answered",
    null,
  ],
  [
    "success and a beacon on its way",
    done,
    seen([sent("dispatched", null, "POST", "Ping")]),
    "completed",
    "sent",
    null,
  ],
  ["success although nothing was sent", done, seen([]), "failed", "notSent", "verificationFailed"],
  [
    "success although nothing was sent and a resend was possible",
    done,
    seen([], resend),
    "failed",
    "notSent",
    "verificationFailed",
  ],
  ["success and nothing seen by a degraded guard", done, seen([], degraded), "completed", "unknown", null],
  ["success after a script read something", done, seen([], whole, true), "completed", "unknown", null],
  [
    "success after every request was refused",
    done,
    seen([sent("refused")]),
    "failed",
    "notSent",
    "verificationFailed",
  ],
  [
    "success over a server error",
    done,
    seen([script(500)]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  [
    "success over a client error",
    done,
    seen([script(200), script(404)]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  [
    "success although a beacon failed",
    done,
    seen([script(200), script(500, "Ping")]),
    "completed",
    "answered",
    null,
  ],
  [
    "success of a form although a script's request failed",
    done,
    seen([sent("answered", 303), script(500)]),
    "completed",
    "answered",
    null,
  ],
  [
    "messages at fields after an answer",
    withMessages,
    seen([sent("answered", 200)]),
    "failed",
    "answered",
    "rejectedBySite",
  ],
  [
    "messages at fields before an answer",
    withMessages,
    seen([sent("dispatched")]),
    "needsReconciliation",
    "unknown",
    "outcomeUnknown",
  ],
  ["messages at fields and nothing sent", withMessages, seen([]), "failed", "notSent", "verificationFailed"],
  [
    "messages at fields and nothing seen by a degraded guard",
    withMessages,
    seen([], degraded),
    "needsReconciliation",
    "unknown",
    "outcomeUnknown",
  ],
  ["rejection by the site", rejected, seen([sent("answered", 200)]), "failed", "answered", "rejectedBySite"],
  [
    "rejection while the answer is out",
    rejected,
    seen([sent("dispatched")]),
    "needsReconciliation",
    "unknown",
    "rejectedBySite",
  ],
  [
    "rejection after the connection was cut",
    rejected,
    seen([sent("failed")]),
    "needsReconciliation",
    "unknown",
    "rejectedBySite",
  ],
  [
    "neither, a form by GET and a beacon that failed",
    unknown,
    seen([sent("answered", 200, "GET"), script(404, "Ping")]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  ["rejection by the page alone", rejected, seen([]), "failed", "notSent", "rejectedBySite"],
  ["neither, and nothing sent", unknown, seen([]), "failed", "notSent", "verificationFailed"],
  ["neither, and no connection", unknown, seen([sent("refused")]), "failed", "notSent", "verificationFailed"],
  [
    "neither, and nothing seen by a degraded guard",
    unknown,
    seen([], degraded),
    "needsReconciliation",
    "unknown",
    "outcomeUnknown",
  ],
  [
    "neither, and no answer",
    unknown,
    seen([sent("dispatched")]),
    "needsReconciliation",
    "unknown",
    "outcomeUnknown",
  ],
  [
    "neither, and the connection was cut",
    unknown,
    seen([sent("failed")]),
    "needsReconciliation",
    "unknown",
    "outcomeUnknown",
  ],
  [
    "neither, and an answer",
    unknown,
    seen([sent("answered", 200)]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  [
    "neither, and a server error: it may have acted",
    unknown,
    seen([sent("answered", 500)]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  ["neither, and status 422", unknown, seen([sent("answered", 422)]), "failed", "answered", "rejectedBySite"],
  ["neither, and status 429", unknown, seen([sent("answered", 429)]), "failed", "answered", "rejectedBySite"],
  [
    "neither, and a time-out status",
    unknown,
    seen([sent("answered", 408)]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  [
    "neither, a refusal and a request without answer",
    unknown,
    seen([sent("answered", 422), sent("dispatched")]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
  [
    "neither, a refusal and another answer",
    unknown,
    seen([sent("answered", 422), sent("answered", 200)]),
    "needsReconciliation",
    "answered",
    "outcomeUnknown",
  ],
];

describe("how a boundary command ended", () => {
  test.each<Row>(table)("%s", (_, ending, facts, ended, effect, code) => {
    const conclusion = conclude(ending, facts);
    expect(conclusion).toMatchObject({ ended, effect });
    if (code !== null) expect(conclusion).toMatchObject({ failure: { code } });
  });

  test("a 429 says when to try again, and is never tried again by itself", () => {
    expect(conclude(unknown, seen([sent("answered", 429)]))).toMatchObject({
      failure: { message: expect.stringContaining("retry after 30"), details: { retryAfter: "30" } },
    });
  });
});

describe("what a command that is no boundary did", () => {
  const fill = (dispatches: readonly SeenDispatch[]): SeenOfCommand => ({
    ...seen(dispatches),
    class: "reconciliable",
  });

  test.each<[string, SeenOfCommand, string, string]>([
    ["nothing left", fill([]), "none", "reconciliable"],
    ["an autosave was answered", fill([sent("answered", 200)]), "answered", "boundary"],
    ["an autosave is on its way", fill([sent("dispatched")]), "sent", "boundary"],
    ["an autosave found no connection", fill([sent("refused")]), "none", "reconciliable"],
  ])("%s", (_, facts, effect, observedClass) => {
    expect(conclude(done, facts)).toEqual({ ended: "completed", effect });
    expect(observedClassOf(facts)).toBe(observedClass);
  });

  test("a fill that failed after something left may have submitted", () => {
    const failed: Ending = { ended: "failed", failure: new RuntimeError("targetNotFound", "gone") };
    expect(conclude(failed, fill([sent("answered", 200)]))).toMatchObject({
      ended: "needsReconciliation",
      effect: "answered",
    });
    expect(conclude(failed, fill([]))).toMatchObject({ ended: "failed", effect: "none" });
  });

  test("reading stays reading while nothing leaves", () => {
    expect(observedClassOf({ ...seen([]), class: "replayable" })).toBe("replayable");
  });
});

import { expect, test } from "vitest";
import { effectSchema } from "./effects.ts";
import { type ErrorCode, errorTable, RuntimeError, repairFor, toCommandError } from "./errors.ts";

const codes = Object.keys(errorTable).filter((code): code is ErrorCode => Object.hasOwn(errorTable, code));

test("the codes peers depend on do not change by accident", () => {
  expect(codes.sort()).toMatchInlineSnapshot(`
    [
      "boundaryRequired",
      "browserCommandFailed",
      "browserLaunchFailed",
      "checkpointExpired",
      "checkpointMismatch",
      "checkpointUsed",
      "dataDirectoryCorrupt",
      "dataDirectoryLocked",
      "deadlineExceeded",
      "engineUnreachable",
      "expectedStatePreSatisfied",
      "formChanged",
      "frameNotFound",
      "idempotencyConflict",
      "intentActionMismatch",
      "internal",
      "interrupted",
      "invalidRequest",
      "journalFailed",
      "networkPolicyDenied",
      "notApplied",
      "notFound",
      "outcomeUnknown",
      "pageCrashed",
      "policyDenied",
      "rejectedBySite",
      "resourceExhausted",
      "secretUnavailable",
      "sessionExpired",
      "targetAmbiguous",
      "targetDetached",
      "targetNotFound",
      "targetObscured",
      "verificationFailed",
      "waitConditionTimedOut",
    ]
  `);
});

test("no repair says to send again once something was or may have been sent", () => {
  for (const code of codes) {
    for (const effect of effectSchema.options) {
      if (effect === "none" || effect === "notSent") continue;
      const { retryable } = toCommandError(new RuntimeError(code, "x"), effect);
      expect(retryable).toBe(false);
      expect(repairFor(code, effect).action).not.toMatch(/send again|retry/i);
    }
  }
});

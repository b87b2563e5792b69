import { expect, test, vi } from "vitest";
import type * as recovery from "../../runtime/engine/recovery.ts";
import { firstFault } from "../property.ts";

vi.mock("../../runtime/engine/recovery.ts", async (original) => {
  const real = await original<typeof recovery>();
  return {
    ...real,
    decideRecovery: (command: recovery.Interrupted): recovery.RecoveryRuling => {
      const ruling = real.decideRecovery(command);
      return ruling.verdict === "unknown" || ruling.verdict === "reverify"
        ? { verdict: "notSent", effect: "notSent", reasons: ["no answer, so nothing happened"] }
        : ruling;
    },
  };
});

test("a recovery that takes silence for nothing sent is found", async () => {
  const found = await firstFault(2_000, 1);
  expect(found?.faults.join()).toMatch(/the site received it|applied 2 times/);
});

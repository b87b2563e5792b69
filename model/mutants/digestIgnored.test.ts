import { expect, test, vi } from "vitest";
import type * as canonical from "../../runtime/engine/canonical.ts";
import { firstFault } from "../property.ts";

vi.mock("../../runtime/engine/canonical.ts", async (original) => ({
  ...(await original<typeof canonical>()),
  commandDigest: () => "0".repeat(64),
}));

test("an id or key that answers for whatever is asked under it is found", async () => {
  const found = await firstFault(2_000, 1);
  expect(found?.faults.join()).toContain("an id or key stood for two commands");
});

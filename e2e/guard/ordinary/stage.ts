import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { openRuntime, type Runtime } from "../../../gateway/index.ts";

/** Playwright Test with one runtime per worker; each test opens sessions of its own. */
export const test = base.extend<object, { runtime: Runtime }>({
  runtime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright Test reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "holdfast-e2e-"));
      const runtime = await openRuntime({ dataDir });
      await use(runtime);
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

import { expect } from "@playwright/test";
import { killedAfterSending, killedBeforeSending, undisturbed } from "../demo/stories.ts";
import { test } from "./support/stage.ts";

// The demo's own stories: what a newcomer is shown is what is tested.
test.describe("the main job", () => {
  test("an undisturbed registration reaches the server once and is applied", async ({ site, dataDir }) => {
    const { kept, verdict, submissions } = await undisturbed({ site, dataDir, env: process.env });
    expect({ kept, verdict, submissions }).toEqual({ kept: true, verdict: "applied", submissions: 1 });
  });

  test("a runtime killed after the request left does not send it again and says so", async ({
    site,
    dataDir,
  }) => {
    const { kept, verdict, submissions } = await killedAfterSending({ site, dataDir, env: process.env });
    expect({ kept, verdict, submissions }).toEqual({
      kept: true,
      verdict: "needsReconciliation",
      submissions: 1,
    });
  });

  test("a runtime killed before anything was sent starts again, filled, and submits once", async ({
    site,
    dataDir,
  }) => {
    const { kept, verdict, submissions } = await killedBeforeSending({ site, dataDir, env: process.env });
    expect({ kept, verdict, submissions }).toEqual({
      kept: true,
      verdict: "notSent, then completed",
      submissions: 1,
    });
  });
});

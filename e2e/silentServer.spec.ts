import { expect } from "@playwright/test";
import { registrationJob, writeJob } from "./support/jobs.ts";
import { freshRun, runHoldfast, test } from "./support/stage.ts";

test("a server that never answers holds no run beyond its timeout, and the job needs reconciliation", async ({
  site,
  dataDir,
}) => {
  const run = freshRun("silent");
  site.setBehaviour(run, { drop: "neverAnswer" });
  const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`, "timeout: 15\n"));
  const ended = await runHoldfast(["run", file, "--data", `${dataDir}/data`, "--json"]);
  expect(ended.code, ended.stderr).toBe(3);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    verdict: "needsReconciliation",
    status: "needsReconciliation",
  });
  expect(site.submissions(run)).toMatchObject([{ answered: "never" }]);
});

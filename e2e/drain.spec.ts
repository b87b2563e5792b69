import { join } from "node:path";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import type { FixtureServer } from "../fixtures/server.ts";
import { attemptRunner, beginAttempt } from "../gateway/index.ts";
import { registrationJob, writeJob } from "./support/jobs.ts";
import { freshRun, runHoldfast, startHoldfast, test } from "./support/stage.ts";

/** A job whose submit has arrived at a site that never answers. */
const unanswered = async (site: FixtureServer, dataDir: string) => {
  const run = freshRun("drain");
  site.setBehaviour(run, { drop: "neverAnswer" });
  const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`, "timeout: 120\n"));
  const flags = ["run", file, "--data", join(dataDir, "data"), "--json"];
  const job = startHoldfast(flags);
  await site.waitForSubmissions(run, 1, 60_000);
  return { run, flags, job };
};

test.describe("a process that is asked to stop", () => {
  test("lets a submit that is on its way end, and the next run reports it", async ({ site, dataDir }) => {
    const run = freshRun("drain");
    site.setBehaviour(run, { delayMs: 3_000 });
    const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`));
    const flags = ["run", file, "--data", join(dataDir, "data"), "--json"];
    const job = startHoldfast(flags);
    await site.waitForSubmissions(run, 1, 60_000);
    process.kill(job.pid, "SIGTERM");
    const { code, stdout, stderr } = await job.ended;
    expect(stderr).toContain("stopping: the running step may end");
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "applied" });
    expect(code).toBe(0);
    expect(JSON.parse((await runHoldfast(flags)).stdout)).toMatchObject({ verdict: "applied" });
    expect(site.submissions(run)).toHaveLength(1);
  });

  test("decides a submit that does not end in time, and sends nothing again", async ({ site, dataDir }) => {
    const { run, job } = await unanswered(site, dataDir);
    process.kill(job.pid, "SIGINT");
    const { code, stdout } = await job.ended;
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "needsReconciliation", effect: "unknown" });
    expect(code).toBe(3);
    expect((await runHoldfast(["recover", "--data", join(dataDir, "data")])).code).toBe(3);
    expect(site.submissions(run)).toHaveLength(1);
  });

  test("ends at once at the second signal, and the next start decides", async ({ site, dataDir }) => {
    const { run, flags, job } = await unanswered(site, dataDir);
    process.kill(job.pid, "SIGTERM");
    await expect.poll(() => job.said()).toContain("stopping");
    process.kill(job.pid, "SIGTERM");
    expect(await job.ended).toMatchObject({ signal: "SIGTERM", stdout: "" });
    const again = await runHoldfast(flags);
    expect(JSON.parse(again.stdout)).toMatchObject({ verdict: "needsReconciliation" });
    expect(site.submissions(run)).toHaveLength(1);
  });
});

test("a runtime that drains takes nothing new, and answers for what it took", async ({ site, open }) => {
  const run = freshRun("drain");
  site.setBehaviour(run, { delayMs: 2_000 });
  const runtime = await open();
  const place = await beginAttempt(runtime, "local");
  const act = attemptRunner(runtime, place);
  for (const command of [openForm(`${site.url}/r/${run}/register`), fillForm("Ada", "ada@example.test")])
    expect(await act(command)).toMatchObject({ status: "completed" });
  const submitting = act(submitForm);
  await site.waitForSubmissions(run, 1, 30_000);
  const drained = runtime.drain(30_000);
  const refused = { code: "interrupted" };
  await expect(act(submitForm)).rejects.toMatchObject(refused);
  await expect(runtime.openPage("local", place.sessionId)).rejects.toMatchObject(refused);
  await expect(runtime.createSession("local")).rejects.toMatchObject(refused);
  await expect(runtime.recover("local", place.workflowId)).rejects.toMatchObject(refused);
  const outcome = await submitting;
  expect(outcome).toMatchObject({ status: "completed", effect: "answered" });
  await drained;
  expect(await runtime.commandOutcome("local", outcome.commandId)).toEqual(outcome);
});

test("a submit that had not left when its time to end was over was not sent", async ({ site, open }) => {
  const run = freshRun("drain");
  const runtime = await open();
  const place = await beginAttempt(runtime, "local");
  const act = attemptRunner(runtime, place);
  await act(openForm(`${site.url}/r/${run}/register`));
  await act(fillForm("Ada", "ada@example.test"));
  await act({
    kind: "primitive",
    input: {
      kind: "evaluateJavaScript",
      input: {
        expression:
          "document.addEventListener('submit', (e) => { e.preventDefault(); document.title = 'held' })",
      },
    },
  });
  const submitting = act(submitForm);
  await expect
    .poll(async () => (await runtime.timeline("local", place.workflowId)).commands.at(-1)?.command.phase)
    .toBe("verifying");
  await runtime.drain(100);
  expect(await submitting).toMatchObject({ status: "retryableFailure", effect: "notSent" });
  expect(site.submissions(run)).toHaveLength(0);
});

import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import {
  type AttemptPlace,
  attemptRunner,
  beginAttempt,
  type CommandInput,
  type Runtime,
} from "../gateway/index.ts";
import { openRawSite, sendPage } from "./support/rawSite.ts";
import { freshRun, test } from "./support/stage.ts";

const principal = "local";

/** The browsers this process started, by pid; Linux tells. */
const ownBrowsers = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /PPid:\s+([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--remote-debugging-pipe")
        );
      } catch {
        return false;
      }
    })
    .map(Number);

const filled = async (runtime: Runtime, url: string): Promise<AttemptPlace> => {
  const place = await beginAttempt(runtime, principal);
  const run = attemptRunner(runtime, place);
  expect((await run(openForm(url))).status).toBe("completed");
  expect((await run(fillForm("Ada Lovelace", "ada@example.test"))).status).toBe("completed");
  return place;
};

test.describe("a browser that dies under a living runtime", () => {
  test.skip(process.platform !== "linux", "the browser's pid is read from /proc");

  test("after the request left: nothing is sent again, and the command needs reconciliation", async ({
    site,
    open,
  }) => {
    const run = freshRun("death");
    site.setBehaviour(run, { delayMs: 30_000 });
    const runtime = await open();
    const place = await filled(runtime, `${site.url}/r/${run}/register`);
    const submitting = attemptRunner(runtime, place)(submitForm);
    await site.waitForSubmissions(run, 1, 30_000);
    for (const pid of ownBrowsers()) process.kill(pid, "SIGKILL");
    expect(await submitting).toMatchObject({ status: "needsReconciliation", effect: "unknown" });
    expect(await runtime.recover(principal, place.workflowId)).toMatchObject({
      decision: "needsReconciliation",
    });
    expect(site.submissions(run)).toHaveLength(1);
  });

  test("before anything was sent: the workflow starts again in a new browser, and submits once", async ({
    site,
    open,
  }) => {
    const run = freshRun("death");
    const runtime = await open();
    const place = await filled(runtime, `${site.url}/r/${run}/register`);
    for (const pid of ownBrowsers()) process.kill(pid, "SIGKILL");
    const decision = await runtime.recover(principal, place.workflowId);
    expect(decision).toMatchObject({ decision: "restarted", abandonedAttemptId: place.attemptId });
    if (decision.decision !== "restarted") return;
    const { attemptId, sessionId, pageId, workflowId } = decision;
    const again = attemptRunner(runtime, { principal, workflowId, attemptId, sessionId, pageId });
    expect((await again(submitForm)).status).toBe("completed");
    expect(site.submissions(run)).toMatchObject([
      { accepted: true, fields: { fullName: "Ada Lovelace", city: "London" } },
    ]);
  });
});

test("a page stuck in an endless script fails its command at the deadline, and works again afterwards", async ({
  open,
}) => {
  const site = await openRawSite({
    protocol: "http",
    answer: (_, response) =>
      sendPage(response, `<button onclick="for(;;);">Spin</button><h1>Still here</h1>`),
  });
  const runtime = await open();
  const run = attemptRunner(runtime, await beginAttempt(runtime, principal));
  await run(openForm(site.url));
  const spin: CommandInput = {
    kind: "primitive",
    input: {
      kind: "evaluateJavaScript",
      input: { expression: "document.querySelector('button').click()", timeoutMs: 1_000 },
    },
  };
  expect(await run(spin, { timeoutMs: 3_000 })).toMatchObject({ error: { code: "deadlineExceeded" } });
  const heading: CommandInput = {
    kind: "primitive",
    input: { kind: "waitFor", input: { condition: { text: { matcher: { contains: "Still here" } } } } },
  };
  expect((await run(heading, { timeoutMs: 10_000 })).status).toBe("completed");
  await site.close();
});

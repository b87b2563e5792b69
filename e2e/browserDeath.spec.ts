import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import {
  type AttemptPlace,
  attemptRunner,
  beginAttempt,
  type CommandInput,
  type Runtime,
} from "../gateway/index.ts";
import { registrationJob, writeJob } from "./support/jobs.ts";
import { openRawSite, sendPage } from "./support/rawSite.ts";
import { freshRun, runHoldfast, startHoldfast, test } from "./support/stage.ts";

const principal = "local";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** Resident memory in KiB. */
  readonly memory: number;
}

/** Every process that can be looked at; Linux tells. */
const processes = (): Process[] =>
  readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const number = (key: string) => Number(new RegExp(`${key}:\\s+([0-9]+)`).exec(status)?.[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        return [{ pid: Number(name), parent: number("PPid"), memory: number("VmRSS"), command }];
      } catch {
        return [];
      }
    });

/** The browsers this process started, by pid. */
const ownBrowsers = (): number[] =>
  processes()
    .filter(({ parent, command }) => parent === process.pid && command.includes("--remote-debugging-pipe"))
    .map(({ pid }) => pid);

/** The largest of this process's renderers: the one whose page was made to hold the most. */
const largestRenderer = (): number => {
  const all = processes();
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOwn = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === process.pid || (parent !== undefined && parent > 1 && isOwn(parent));
  };
  const renderers = all.filter(({ pid, command }) => command.includes("--type=renderer") && isOwn(pid));
  const [largest] = renderers.toSorted((a, b) => b.memory - a.memory);
  if (largest === undefined) throw new Error("no renderer runs");
  return largest.pid;
};

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

test.describe("a page that dies alone", () => {
  test.skip(process.platform !== "linux", "the page's process is read from /proc");

  const grow: CommandInput = {
    kind: "primitive",
    input: {
      kind: "evaluateJavaScript",
      input: { expression: "(window.kept = new Uint8Array(4e8).fill(1)).length" },
    },
  };

  test("before anything was sent: its workflow starts again, and other sessions notice nothing", async ({
    site,
    open,
  }) => {
    const [mine, other] = [freshRun("crash"), freshRun("crash")];
    const runtime = await open();
    const untouched = await filled(runtime, `${site.url}/r/${other}/register`);
    const place = await filled(runtime, `${site.url}/r/${mine}/register`);
    expect(await attemptRunner(runtime, place)(grow)).toMatchObject({ status: "completed" });
    process.kill(largestRenderer(), "SIGKILL");
    const decision = await runtime.recover(principal, place.workflowId);
    expect(decision).toMatchObject({ decision: "restarted" });
    if (decision.decision !== "restarted") return;
    const again = attemptRunner(runtime, { ...decision, principal });
    expect((await again(submitForm)).status).toBe("completed");
    expect((await attemptRunner(runtime, untouched)(submitForm)).status).toBe("completed");
    expect([site.submissions(mine).length, site.submissions(other).length]).toEqual([1, 1]);
  });

  test("after the request left: nothing is sent again", async ({ site, open }) => {
    const run = freshRun("crash");
    site.setBehaviour(run, { delayMs: 30_000 });
    const runtime = await open();
    const place = await filled(runtime, `${site.url}/r/${run}/register`);
    const act = attemptRunner(runtime, place);
    await act(grow);
    const submitting = act(submitForm);
    await site.waitForSubmissions(run, 1, 30_000);
    process.kill(largestRenderer(), "SIGKILL");
    expect(await submitting).toMatchObject({ status: "needsReconciliation", effect: "unknown" });
    expect(site.submissions(run)).toHaveLength(1);
  });
});

test("two runtimes side by side: one is killed, the other goes on", async ({ site, dataDir }) => {
  const start = async (name: string) => {
    const run = freshRun(name);
    site.setBehaviour(run, { delayMs: 4_000 });
    const directory = join(dataDir, name);
    await mkdir(directory);
    const file = await writeJob(directory, registrationJob(`${site.url}/r/${run}`));
    const flags = ["run", file, "--data", join(directory, "data"), "--json"];
    return { run, flags, job: startHoldfast(flags) };
  };
  const [one, two] = [await start("one"), await start("two")];
  for (const { run } of [one, two]) await site.waitForSubmissions(run, 1, 60_000);
  one.job.kill();
  expect(JSON.parse((await two.job.ended).stdout)).toMatchObject({ verdict: "applied" });
  expect((await one.job.ended).signal).toBe("SIGKILL");
  await site.waitUntil(one.run, (all) => all.every(({ answered }) => answered !== "pending"), 20_000);
  const again = JSON.parse((await runHoldfast(one.flags)).stdout);
  expect(["applied", "needsReconciliation"]).toContain(again.verdict);
  expect([site.submissions(one.run).length, site.submissions(two.run).length]).toEqual([1, 1]);
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

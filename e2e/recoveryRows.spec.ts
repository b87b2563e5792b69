import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openRuntime } from "../gateway/index.ts";
import { registrationJob, writeJob } from "./support/jobs.ts";
import { openRawSite, sendPage } from "./support/rawSite.ts";
import { freshRun, runHoldfast, test } from "./support/stage.ts";

/** A job is killed at a crash point and run again: what the second start decided, by its receipt, and how it ended. */
const killedAndRunAgain = async (dataDir: string, text: string, crashAt: string) => {
  const data = join(dataDir, "data");
  const flags = ["run", await writeJob(dataDir, text), "--data", data, "--json"];
  const died = await runHoldfast(flags, { HOLDFAST_CRASH_AT: crashAt });
  expect(died.signal, died.stderr).toBe("SIGKILL");
  const { verdict, workflowId } = JSON.parse((await runHoldfast(flags)).stdout);
  const runtime = await openRuntime({ dataDir: data });
  const { receipts } = await runtime.timeline("local", workflowId);
  await runtime.close();
  const decisions = receipts.filter(({ kind }) => kind === "decision");
  return { decisions: decisions.map((one) => [one.class, one.lastPhase, one.verdict]), verdict };
};

test.describe("the recovery table in a real browser: commands that are no submit", () => {
  for (const [point, decided] of [
    ["replayable.accepted", ["replayable", "accepted", "retry"]],
    ["replayable.executing", ["replayable", "executing", "retry"]],
    ["replayable.verifying", ["replayable", "verifying", "retry"]],
    ["replayable.resultPrepared", ["replayable", "resultPrepared", "finish"]],
    ["reconciliable.prepared", ["reconciliable", "prepared", "notSent"]],
    ["reconciliable.executing", ["reconciliable", "executing", "notSent"]],
    ["reconciliable.acted", ["reconciliable", "executing", "notSent"]],
    ["reconciliable.verifying", ["reconciliable", "verifying", "notSent"]],
    ["reconciliable.resultPrepared", ["reconciliable", "resultPrepared", "finish"]],
  ] as const)
    test(`${point}: ${decided[2]}, and the job is done by the next run`, async ({ site, dataDir }) => {
      const run = freshRun("rows");
      const { decisions, verdict } = await killedAndRunAgain(
        dataDir,
        registrationJob(`${site.url}/r/${run}`),
        point,
      );
      expect(decisions).toEqual([[...decided]]);
      expect(verdict).toBe("applied");
      expect(site.submissions(run)).toHaveLength(1);
    });
});

const rawJob = (url: string) => `url: ${url}
fields: [ { purpose: name, value: Ada } ]
submit: { purpose: send it }
expect: { text: Thank you }
timeout: 10
`;

/** A site with this page; whatever else is asked for is answered with thanks. */
const siteWith = (html: string) =>
  openRawSite({
    protocol: "http",
    answer: ({ path }, response) => sendPage(response, path === "/" ? html : "<h1>Thank you</h1>"),
  });

test.describe("the recovery table in a real browser: what the guard saw", () => {
  test("a submit whose site refuses connections was not sent", async ({ dataDir }) => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const address = gone.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    gone.close();
    const site = await siteWith(
      `<form method="post" action="http://127.0.0.1:${address.port}/done"><label>Name <input name="name"></label><button>Send it</button></form>`,
    );
    const seen = await killedAndRunAgain(dataDir, rawJob(site.url), "dispatch.settled");
    expect(seen.decisions).toEqual([["boundary", expect.stringMatching(/executing|verifying/), "notSent"]]);
    await site.close();
  });

  test("a submit during which something was read ends as unknown, and a crash does not change that", async ({
    dataDir,
  }) => {
    const site = await siteWith(
      `<form onsubmit="document.body.append(Object.assign(new Image(), {src: '/apply'})); return false"><label>Name <input name="name"></label><button>Send it</button></form>`,
    );
    const seen = await killedAndRunAgain(dataDir, rawJob(site.url), "boundary.resultPrepared");
    expect(seen.decisions).toEqual([["boundary", "resultPrepared", "finish"]]);
    expect(seen.verdict).toBe("needsReconciliation");
    await site.close();
  });
});

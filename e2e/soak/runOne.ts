import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FixtureServer } from "../../fixtures/server.ts";
import { type Job, openRuntime, parseJob, type Runtime, runJob } from "../../gateway/index.ts";
import { behaviours } from "../crashMatrix/behaviours.ts";
import { jobOf } from "../crashMatrix/job.ts";
import { writeJob } from "../support/jobs.ts";
import { freshRun } from "../support/stage.ts";
import type { Fate } from "./chance.ts";
import type { JobEnd } from "./tally.ts";

const password = "correct horse battery";
const principal = "local";
/** The server answers within this time, or has said that it never will, in milliseconds. */
const restMs = 20_000;

const start = (host: Fate["lives"][number]["host"], file: string, dataDir: string): ChildProcess => {
  const args =
    host === "command"
      ? ["bin/holdfast.mjs", "run", file, "--data", dataDir, "--json"]
      : ["bin/run.mjs", "e2e/soak/embedded.ts", file, dataDir];
  const env = { ...process.env, PORTAL_PASSWORD: password };
  return spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
};

/** Lives until it is killed or done; says what it said, or null when it was killed. */
const live = async (child: ChildProcess, killAfterMs: number): Promise<string | null> => {
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const [, signal] = await once(child, "close");
  clearTimeout(timer);
  return signal === "SIGKILL" ? null : said;
};

/** A person looks at the server's books, says what is true, and lets the job go on where nothing was applied. */
const settle = async (runtime: Runtime, workflowId: string, accepted: number): Promise<void> => {
  for (const open of await runtime.unresolved(principal)) {
    if (open.workflowId !== workflowId) continue;
    const verdict = accepted > 0 ? "applied" : "notApplied";
    const { commandId } = open;
    await runtime.resolve(principal, workflowId, {
      commandId,
      verdict,
      by: "soak",
      note: "the server's books",
    });
  }
};

/** One job whose processes die at random, taken to its end by a runtime that lives. */
export const runOne = async (fate: Fate, site: FixtureServer, scratch: string): Promise<JobEnd> => {
  const run = freshRun("soak");
  site.setBehaviour(run, behaviours[fate.behaviour].server);
  const count = async () => {
    const all = await site.waitUntil(
      run,
      (every) => every.every(({ answered }) => answered !== "pending"),
      restMs,
    );
    return { received: all.length, accepted: all.filter((one) => one.accepted).length };
  };
  const directory = await mkdtemp(join(scratch, "job-"));
  const text = jobOf({ ...fate, point: "boundary.executing" }, `${site.url}/r/${run}`);
  const file = await writeJob(directory, text);
  const dataDir = join(directory, "data");
  const parsed = parseJob(text);
  if ("fault" in parsed) throw new Error(parsed.fault.message);
  const job: Job = parsed.job;

  let kills = 0;
  const verdicts: JobEnd["verdicts"][number][] = [];
  for (const { host, killAfterMs } of fate.lives) {
    const said = await live(start(host, file, dataDir), killAfterMs);
    if (said === null) kills += 1;
    else verdicts.push({ verdict: JSON.parse(said).verdict, ...(await count()) });
  }
  const runtime = await openRuntime({ dataDir, secrets: { secret: async () => password } });
  try {
    let result = await runJob(runtime, job);
    verdicts.push({ verdict: result.verdict, ...(await count()) });
    if (result.verdict === "needsReconciliation") {
      await settle(runtime, result.workflowId, (await count()).accepted);
      site.setBehaviour(run, {});
      result = await runJob(runtime, job);
      verdicts.push({ verdict: result.verdict, ...(await count()) });
    }
    const { receipts } = await runtime.timeline(principal, result.workflowId);
    const settledNotApplied = receipts.filter(({ verdict }) => verdict === "notApplied").length;
    const restarts = receipts.filter(({ kind }) => kind === "restart").length;
    return { kills, restarts, verdicts, settledNotApplied, ...(await count()) };
  } finally {
    await runtime.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

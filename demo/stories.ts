import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { FixtureServer } from "../fixtures/server.ts";
import {
  type AttemptPlace,
  attemptRunner,
  beginAttempt,
  type CommandOutcome,
  openRuntime,
  type Runtime,
  RuntimeError,
} from "../gateway/index.ts";
import { fillForm, openForm, readReference, submitForm } from "./form.ts";
import { say, sayDecision, sayJournal, sayOutcome } from "./say.ts";

/** What the closing table shows of a story, and whether it kept the promise. */
export interface StoryResult {
  readonly job: string;
  readonly killedAt: string;
  readonly verdict: string;
  readonly submissions: number;
  readonly kept: boolean;
}

export interface Stage {
  readonly site: FixtureServer;
  readonly dataDir: string;
  readonly env: Record<string, string | undefined>;
}

const secrets = { secret: async () => "correct horse battery" };
const principal = "local";

const addressOf = ({ site }: Stage, run: string) => `${site.url}/r/${run}/register`;
const received = ({ site }: Stage, run: string) => site.submissions(run).length;

const startChild = (stage: Stage, run: string, name: string, email: string, crashAt?: string): ChildProcess =>
  spawn(
    process.execPath,
    ["bin/run.mjs", "demo/child.ts", stage.dataDir, addressOf(stage, run), name, email],
    {
      env: { ...stage.env, PORTAL_PASSWORD: "correct horse battery", HOLDFAST_CRASH_AT: crashAt ?? "" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );

/** Waits until the child has gone and says by what. */
const ended = async (child: ChildProcess): Promise<string> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.signalCode ?? `exit code ${child.exitCode}`;
};

const submitAt = async (runtime: Runtime, place: AttemptPlace): Promise<CommandOutcome> =>
  attemptRunner(runtime, place)(submitForm);

const workflowOf = async (runtime: Runtime, email: string) => {
  const workflow = await runtime.workflowByKey(principal, email);
  if (workflow === null) throw new RuntimeError("internal", "the killed runtime had not begun its workflow");
  return workflow;
};

export const undisturbed = async (stage: Stage): Promise<StoryResult> => {
  const run = "story-1";
  const runtime = await openRuntime({ dataDir: stage.dataDir, secrets });
  try {
    const place = await beginAttempt(runtime, principal, "ada@example.test");
    const execute = attemptRunner(runtime, place);
    await execute(openForm(addressOf(stage, run)));
    const filled = await execute(fillForm("Ada Lovelace", "ada@example.test"));
    say(
      `completeForm: ${filled.status}, ${filled.evidence.filter(({ kind }) => kind === "controlAction").length} fields read back`,
    );
    const outcome = await submitAt(runtime, place);
    const reference = await execute(readReference);
    await sayJournal(runtime, principal, place.workflowId);
    await sayOutcome(runtime, principal, outcome, reference);
    const submissions = received(stage, run);
    say(`server received ${submissions} submission${submissions === 1 ? "" : "s"}`);
    const kept = filled.status === "completed" && outcome.status === "completed" && submissions === 1;
    return {
      job: "Ada Lovelace",
      killedAt: "never",
      verdict: outcome.status === "completed" ? "applied" : outcome.status,
      submissions,
      kept,
    };
  } finally {
    await runtime.close();
  }
};

export const killedAfterSending = async (stage: Stage): Promise<StoryResult> => {
  const run = "story-2";
  stage.site.setBehaviour(run, { delayMs: 60_000 });
  const child = startChild(stage, run, "Grace Hopper", "grace@example.test");
  await stage.site.waitForSubmissions(run, 1, 60_000);
  child.kill("SIGKILL");
  say(`the server has the request and has not answered; the runtime is killed: ${await ended(child)}`);
  stage.site.setBehaviour(run, {});

  const runtime = await openRuntime({ dataDir: stage.dataDir, secrets });
  try {
    const workflow = await workflowOf(runtime, "grace@example.test");
    const decision = await runtime.recover(principal, workflow.workflowId);
    await sayDecision(runtime, principal, decision);
    const submissions = received(stage, run);
    say(`server received ${submissions} submission${submissions === 1 ? "" : "s"}; nothing was sent again`);
    const kept = decision.decision === "needsReconciliation" && submissions === 1;
    return {
      job: "Grace Hopper",
      killedAt: "request at the server, no answer",
      verdict: decision.decision,
      submissions,
      kept,
    };
  } finally {
    await runtime.close();
  }
};

export const killedBeforeSending = async (stage: Stage): Promise<StoryResult> => {
  const run = "story-3";
  const child = startChild(stage, run, "Mary Somerville", "mary@example.test", "boundary.prepared");
  say(`the runtime kills itself when the submit is prepared and nothing was touched: ${await ended(child)}`);
  const before = received(stage, run);
  say(`server received ${before} submissions`);

  const runtime = await openRuntime({ dataDir: stage.dataDir, secrets });
  try {
    const workflow = await workflowOf(runtime, "mary@example.test");
    const { receipts } = await runtime.timeline(principal, workflow.workflowId);
    const verdict = receipts.find((receipt) => receipt.class === "boundary")?.verdict ?? "none";
    const decision = await runtime.recover(principal, workflow.workflowId);
    await sayDecision(runtime, principal, decision);
    if (decision.decision !== "restarted") {
      return {
        job: "Mary Somerville",
        killedAt: "prepared",
        verdict,
        submissions: received(stage, run),
        kept: false,
      };
    }
    const { attemptId, sessionId, pageId, workflowId } = decision;
    const outcome = await submitAt(runtime, { principal, workflowId, attemptId, sessionId, pageId });
    say(`submitted in the new attempt: ${outcome.status}`);
    const submissions = received(stage, run);
    say(`server received ${submissions} submission${submissions === 1 ? "" : "s"}`);
    const kept = before === 0 && verdict === "notSent" && outcome.status === "completed" && submissions === 1;
    return {
      job: "Mary Somerville",
      killedAt: "prepared, nothing sent",
      verdict: `${verdict}, then ${outcome.status}`,
      submissions,
      kept,
    };
  } finally {
    await runtime.close();
  }
};

import {
  type CommandInput,
  type CommandOutcome,
  type Evidence,
  RuntimeError,
  type WorkflowRecord,
} from "../../runtime/contract/index.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { type AttemptPlace, attemptRunner } from "../attempt.ts";
import { jobCommands } from "./jobCommands.ts";
import { jobKey } from "./jobKey.ts";
import { type JobResult, reasonOf, verdictOf } from "./jobResult.ts";
import type { Job } from "./jobSchema.ts";
import { nextStep } from "./nextStep.ts";

export interface RunJobOptions {
  readonly principal?: string;
  /** A new submission is wanted although the job was run before. */
  readonly again?: boolean;
  /** Told of each step as it is done, for a person to read. */
  readonly say?: (line: string) => void;
}

/** A place to work in, and whether the form there holds the job's values already. */
interface Place {
  readonly place: AttemptPlace;
  readonly atForm: boolean;
  readonly filled: boolean;
}

const generationKey = (key: string, generation: number) => (generation === 1 ? key : `${key}#${generation}`);

/** The newest workflow of this job, and how often it was begun. */
const latestWorkflow = async (runtime: Runtime, principal: string, key: string) => {
  let latest: WorkflowRecord | null = null;
  let generation = 0;
  for (;;) {
    const found = await runtime.workflowByKey(principal, generationKey(key, generation + 1));
    if (found === null) return { latest, generation };
    latest = found;
    generation += 1;
  }
};

const withPaths = async (runtime: Runtime, principal: string, evidence: readonly Evidence[]) =>
  Promise.all(
    evidence.map(async (item) => {
      if (item.kind !== "screenshot") return item;
      const { path } = await runtime.artifact(principal, item.artifactId);
      return path === null ? item : { ...item, path };
    }),
  );

const extractedFrom = (evidence: readonly Evidence[]): Record<string, string | null> =>
  Object.fromEntries(
    evidence.flatMap((item) => (item.kind === "extraction" ? [[item.name, item.value]] : [])),
  );

const saying = ({ code, message }: RuntimeError) => `${code}: ${message}`;

/** A failure that no submit of the job carries: none was accepted, or what became of it could not be recorded. */
const failedResult = (
  key: string,
  workflowId: string,
  failure: RuntimeError,
  submitId: string | null,
): JobResult => ({
  key,
  ...(submitId === null
    ? { status: "failed", effect: "none", verdict: "notSent" }
    : { status: "needsReconciliation", effect: "unknown", verdict: "needsReconciliation" }),
  workflowId,
  commandId: submitId,
  extracted: {},
  evidence: [],
  reason: saying(failure),
});

/** How often a form that the page changed is filled anew. */
const mostRefills = 2;

const lostItsValues = (outcome: CommandOutcome): boolean =>
  outcome.status === "failed" && outcome.error.code === "formChanged" && outcome.effect === "notSent";

/**
 * Runs a job to its end, or continues it where an earlier run of the same job on this data directory was interrupted.
 * What was applied is not sent again, and what may have been sent is not repeated.
 */
export const runJob = async (runtime: Runtime, job: Job, options: RunJobOptions = {}): Promise<JobResult> => {
  const { principal = "local", again = false, say = () => {} } = options;
  const commands = jobCommands(job);
  const { latest, generation } = await latestWorkflow(runtime, principal, jobKey(job));
  const key = generationKey(jobKey(job), latest === null || again ? generation + 1 : generation);

  const report = async (workflowId: string, outcome: CommandOutcome): Promise<JobResult> => {
    const timeline = await runtime.timeline(principal, workflowId);
    const extractions = timeline.commands.filter(({ command }) => command.kind === "extract");
    const extracted = extractions.flatMap(({ command }) => command.outcome?.evidence ?? []);
    return {
      key,
      status: outcome.status,
      effect: outcome.effect,
      verdict: verdictOf(outcome),
      workflowId,
      commandId: outcome.commandId,
      extracted: extractedFrom(extracted),
      evidence: await withPaths(runtime, principal, [...outcome.evidence, ...extracted]),
      reason: reasonOf(outcome),
    };
  };

  const freshPlace = async ({ workflowId, attemptId }: WorkflowRecord): Promise<Place> => {
    const { sessionId } = await runtime.createSession(principal);
    const { pageId } = await runtime.openPage(principal, sessionId);
    return { place: { principal, workflowId, attemptId, sessionId, pageId }, atForm: false, filled: false };
  };

  /** Submits from a place on; every step is journalled by the runtime. */
  const workFrom = async ({ place, atForm, filled }: Place): Promise<JobResult> => {
    const run = attemptRunner(runtime, place);
    const steps: readonly (readonly [string, CommandInput, boolean])[] = [
      ["opened the page", commands.navigate, atForm],
      ["filled the form", commands.completeForm, filled],
    ];
    for (const [told, command, done] of steps) {
      const outcome = done ? null : await run(command);
      if (outcome !== null && outcome.status !== "completed") {
        // Filling is not submitting: whatever a page does while it is filled, the submit of this job was not made.
        return report(place.workflowId, outcome);
      }
      if (outcome !== null) say(told);
    }
    let submitted = await run(commands.submit, { timeoutMs: job.timeout * 1_000 });
    // A late script emptied the form before anything was sent: it is filled anew, by new commands.
    for (let refills = 0; refills < mostRefills && lostItsValues(submitted); refills++) {
      say("the page changed the form; filling it anew");
      const filledAgain = await run(commands.completeForm);
      if (filledAgain.status !== "completed") return report(place.workflowId, filledAgain);
      submitted = await run(commands.submit, { timeoutMs: job.timeout * 1_000 });
    }
    say(`submitted: ${verdictOf(submitted)}`);
    if (submitted.status === "completed" && commands.extract !== null) await run(commands.extract);
    const result = await report(place.workflowId, submitted);
    // A job that has its answer needs its session no more; one that has none may be taken up again in it.
    if (result.verdict === "applied" || result.verdict === "notApplied") {
      await runtime.closeSession(principal, place.sessionId);
    }
    return result;
  };

  /** Takes up what an earlier run left. */
  const continueJob = async (begun: WorkflowRecord): Promise<JobResult> => {
    const { workflowId } = begun;
    const before = await runtime.timeline(principal, workflowId);
    const next = nextStep(before.commands.map(({ command }) => command));
    if (next.step === "report") {
      say("this job was run before; this is how it ended (--again submits anew)");
      return report(workflowId, next.outcome);
    }

    say("continuing an earlier run of this job");
    const decision = await runtime.recover(principal, workflowId);
    for (const reason of decision.reasons) say(`recovery: ${reason}`);
    if (decision.decision === "restarted") {
      const { attemptId, sessionId, pageId } = decision;
      const filled = decision.replayedInputs.length > 0;
      return workFrom({
        place: { principal, workflowId, attemptId, sessionId, pageId },
        atForm: true,
        filled,
      });
    }
    const after = await runtime.timeline(principal, workflowId);
    if (decision.decision === "needsReconciliation") {
      const open = after.commands.find(({ command }) => command.commandId === decision.commandId)?.command
        .outcome;
      if (open == null) throw new RuntimeError("internal", "the open command has no outcome");
      const result = await report(workflowId, open);
      return {
        ...result,
        status: "needsReconciliation",
        verdict: "needsReconciliation",
        evidence: [...result.evidence, ...decision.evidence],
        reason: [reasonOf(open), ...decision.reasons].join("; "),
      };
    }
    const settled = nextStep(after.commands.map(({ command }) => command));
    if (settled.step === "report") return report(workflowId, settled.outcome);
    return workFrom(await freshPlace(after.workflow));
  };

  /** A browser that does not start or a page that dies before the submit was accepted: the timeline knows whether one was. */
  const orFailure = async (workflowId: string, work: () => Promise<JobResult>): Promise<JobResult> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RuntimeError)) throw error;
      const { commands: all } = await runtime.timeline(principal, workflowId);
      const submit = all.findLast(({ command }) => command.class === "boundary")?.command;
      if (submit?.outcome == null) return failedResult(key, workflowId, error, submit?.commandId ?? null);
      const result = await report(workflowId, submit.outcome);
      return result.verdict === "applied"
        ? result
        : { ...result, reason: `${saying(error)}; ${result.reason}` };
    }
  };

  if (latest === null || again) {
    const workflow = await runtime.createWorkflow(principal, key);
    return orFailure(workflow.workflowId, async () => workFrom(await freshPlace(workflow)));
  }
  return orFailure(latest.workflowId, () => continueJob(latest));
};

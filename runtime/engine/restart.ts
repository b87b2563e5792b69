import {
  type CommandOutcome,
  type Evidence,
  limits,
  type RecoveryDecision,
  RuntimeError,
  type WorkflowRecord,
} from "../contract/index.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { StoredCheckpoint } from "../ports/storage.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { CommandService } from "./commandService.ts";
import type { ExecutorParts } from "./executor.ts";
import { digestForm } from "./formDigest.ts";
import { changedFields } from "./gate.ts";
import type { LivePage } from "./livePages.ts";
import type { RestartPlan } from "./restartPlan.ts";
import { asksForPassword, type Difference, pageDifference } from "./samePage.ts";
import { envelopeOf, storageStateOf } from "./sealed.ts";

type Plan = Extract<RestartPlan, { kind: "restart" }>;
type Stuck = Extract<RecoveryDecision, { decision: "needsReconciliation" }>;

/** How long late scripts may take to give a form back what it held, in milliseconds. */
const settleMs = 2_000;
const settlePollMs = 100;

/** What a restart works with and for. */
interface Restart {
  readonly principal: string;
  readonly workflow: WorkflowRecord;
  readonly plan: Plan;
  readonly saved: StoredCheckpoint | null;
  readonly sessionId: string;
  readonly deadline: Deadline;
}

/** Starts a workflow again in a new attempt: a fresh page where it began, filled as it was, and nothing typed into another page. */
export const createRestart = (parts: ExecutorParts, sessions: SessionManager, commands: CommandService) => {
  const { storage, clock, sealer, reach } = parts;
  const now = () => new Date(clock.now()).toISOString();

  /** The lineage, durable before the new attempt does anything. */
  const newAttempt = async ({ workflowId, attemptId }: WorkflowRecord, reasons: readonly string[]) => {
    const attempt = {
      attemptId: clock.newId(),
      workflowId,
      abandonedAttemptId: attemptId,
      reason: reasons.join("; ").slice(0, 512),
      createdAt: now(),
    };
    if ((await storage.workflows.restart(attempt)) === "superseded") {
      throw new RuntimeError("idempotencyConflict", "the workflow was restarted by somebody else");
    }
    await storage.receipts.add({
      receiptId: clock.newId(),
      workflowId,
      commandId: null,
      at: attempt.createdAt,
      kind: "restart",
      class: null,
      lastPhase: null,
      coverage: null,
      verdict: "restarted",
      effect: null,
      reasons: [...reasons],
      by: "runtime",
    });
    return attempt;
  };

  const differenceHere = async ({ plan, deadline }: Restart, live: LivePage): Promise<Difference | null> => {
    const { url, title } = await live.page.facts(deadline);
    const password = asksForPassword(await live.page.controls(deadline));
    if (plan.checkpoint === null) {
      // Nothing to compare with but the address that was asked for.
      const sentAway = new URL(url).pathname !== new URL(plan.restartUrl).pathname;
      return sentAway && password
        ? { code: "sessionExpired", reason: `the site asks to log in at ${url}` }
        : null;
    }
    const text = await live.page.visibleText(deadline);
    const form = digestForm(await live.page.formFields(deadline), sealer);
    return pageDifference(plan.checkpoint.invariants, {
      url,
      title,
      text,
      fields: form.fields.map(({ field }) => field),
      asksForPassword: password,
    });
  };

  /** The fields that hold something else than at the checkpoint, once the page had time to settle. */
  const changedHere = async ({ plan, deadline }: Restart, live: LivePage): Promise<string[]> => {
    if (plan.checkpoint === null) return [];
    const { form } = plan.checkpoint.invariants;
    const limit = deadline.atMost(settleMs);
    for (;;) {
      const changed = changedFields(form, digestForm(await live.page.formFields(deadline), sealer));
      if (changed.length === 0 || limit.passed()) return changed;
      await limit.pause(settlePollMs);
    }
  };

  return async (restart: Restart): Promise<RecoveryDecision> => {
    const { principal, workflow, plan, sessionId, deadline } = restart;
    const { workflowId } = workflow;
    reach("recovery.restarting");
    const { attemptId } = await newAttempt(workflow, plan.reasons);
    const { pageId } = await sessions.openPage(
      deadline,
      principal,
      sessionId,
      storageStateOf(sealer, restart.saved),
    );
    const evidence: Evidence[] = [];
    const run = async (command: unknown): Promise<CommandOutcome> => {
      const ahead = Math.min(deadline.remaining(), limits.deadlineAheadMs - 1_000);
      const outcome = await commands.execute(principal, {
        schemaVersion: 2,
        commandId: clock.newId(),
        workflowId,
        attemptId,
        sessionId,
        pageId,
        deadline: new Date(clock.now() + ahead).toISOString(),
        command,
      });
      evidence.push(...outcome.evidence);
      return outcome;
    };
    const stuck = async (commandId: string, code: Stuck["code"], reason: string): Promise<Stuck> => {
      await run({ kind: "primitive", input: { kind: "captureScreenshot", input: {} } });
      const reasons = [reason, "the new attempt has sent nothing"];
      return {
        decision: "needsReconciliation",
        workflowId,
        commandId,
        code,
        coverage: null,
        reasons,
        evidence,
      };
    };

    const there = await run({
      kind: "primitive",
      input: { kind: "navigate", input: { url: plan.restartUrl } },
    });
    if (there.status !== "completed")
      return stuck(
        there.commandId,
        "interrupted",
        `the page at ${plan.restartUrl} could not be opened again`,
      );
    const live = await sessions.page(principal, sessionId, pageId);
    const difference = await differenceHere(restart, live);
    if (difference !== null) return stuck(there.commandId, difference.code, difference.reason);
    for (const input of plan.inputs) {
      const again = await run(envelopeOf(sealer, input).command);
      if (again.status === "completed") continue;
      const asks = asksForPassword(await live.page.controls(deadline)) && plan.checkpoint === null;
      const code = asks ? "sessionExpired" : "formChanged";
      return stuck(again.commandId, code, `"${input.kind}" could not be applied again`);
    }
    const changed = await changedHere(restart, live);
    if (changed.length > 0)
      return stuck(
        there.commandId,
        "formChanged",
        `the form does not hold what it held: ${changed.join(", ")}`,
      );
    reach("recovery.restarted");
    return {
      decision: "restarted",
      workflowId,
      abandonedAttemptId: workflow.attemptId,
      attemptId,
      sessionId,
      pageId,
      replayedInputs: plan.inputs.map((command) => command.commandId),
      reasons: [...plan.reasons],
      evidence,
    };
  };
};

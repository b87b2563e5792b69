import {
  type AttemptRecord,
  type CommandOutcome,
  type Evidence,
  limits,
  type RecoveryDecision,
  type Resolution,
  RuntimeError,
  type WorkflowRecord,
} from "../contract/index.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { StoredCheckpoint } from "../ports/storage.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { CommandService } from "./commandService.ts";
import type { ExecutorParts } from "./executor.ts";
import { planRestart, type RestartPlan } from "./restartPlan.ts";
import { envelopeOf, storageStateOf } from "./sealed.ts";
import { settleCommand } from "./settle.ts";
import { settleByReading } from "./settleByReading.ts";

type Restart = Extract<RestartPlan, { kind: "restart" }>;

/** The faces of recovery that need the live runtime: probes, restarts and resolutions. Deciding itself is `decideRecovery`. */
export const createRecovery = (parts: ExecutorParts, sessions: SessionManager, commands: CommandService) => {
  const { storage, clock, sealer, reach } = parts;
  const now = () => new Date(clock.now()).toISOString();

  const workflowOf = async (principal: string, workflowId: string): Promise<WorkflowRecord> => {
    const workflow = await storage.workflows.get(workflowId);
    if (workflow === null || workflow.principal !== principal)
      throw new RuntimeError("notFound", "no such workflow");
    return workflow;
  };

  const attemptFacts = async (workflow: WorkflowRecord) => {
    const all = await storage.journal.commandsOfWorkflow(workflow.workflowId);
    const ofAttempt = all.filter((command) => command.attemptId === workflow.attemptId);
    const saved = await storage.checkpoints.latestOfAttempt(workflow.workflowId, workflow.attemptId);
    const pageId = ofAttempt.findLast((command) => command.pageId !== null)?.pageId ?? null;
    const record = pageId === null ? null : await storage.sessions.page(pageId);
    return {
      saved,
      record,
      facts: {
        commands: ofAttempt,
        checkpoint: saved?.checkpoint ?? null,
        pageIsOpen: record !== null && (await sessions.answers(record.sessionId, record.pageId)),
        restartUrl: record?.restartUrl ?? null,
      },
    };
  };

  const newAttempt = async (workflow: WorkflowRecord, reason: string): Promise<AttemptRecord> => {
    const attempt = {
      attemptId: clock.newId(),
      workflowId: workflow.workflowId,
      abandonedAttemptId: workflow.attemptId,
      reason: reason.slice(0, 512),
      createdAt: now(),
    };
    if ((await storage.workflows.restart(attempt)) === "superseded") {
      throw new RuntimeError("idempotencyConflict", "the workflow was restarted by somebody else");
    }
    return attempt;
  };

  const restart = async (
    principal: string,
    workflow: WorkflowRecord,
    plan: Restart,
    saved: StoredCheckpoint | null,
    sessionId: string,
    deadline: Deadline,
  ): Promise<RecoveryDecision> => {
    reach("recovery.restarting");
    const attempt = await newAttempt(workflow, plan.reasons.join("; "));
    await storage.receipts.add({
      receiptId: clock.newId(),
      workflowId: workflow.workflowId,
      commandId: null,
      at: now(),
      kind: "restart",
      class: null,
      lastPhase: null,
      coverage: null,
      verdict: "restarted",
      effect: null,
      reasons: [...plan.reasons],
      by: "runtime",
    });
    const page = await sessions.openPage(deadline, principal, sessionId, storageStateOf(sealer, saved));
    const evidence: Evidence[] = [];
    const run = async (command: unknown): Promise<CommandOutcome> => {
      const ahead = Math.min(deadline.remaining(), limits.deadlineAheadMs - 1_000);
      const outcome = await commands.execute(principal, {
        schemaVersion: 2,
        commandId: clock.newId(),
        workflowId: workflow.workflowId,
        attemptId: attempt.attemptId,
        sessionId,
        pageId: page.pageId,
        deadline: new Date(clock.now() + ahead).toISOString(),
        command,
      });
      evidence.push(...outcome.evidence);
      return outcome;
    };
    const stuck = (commandId: string, reasons: string[]): RecoveryDecision => ({
      decision: "needsReconciliation",
      workflowId: workflow.workflowId,
      commandId,
      coverage: null,
      reasons,
      evidence,
    });

    const there = await run({
      kind: "primitive",
      input: { kind: "navigate", input: { url: plan.restartUrl } },
    });
    if (there.status !== "completed") {
      return stuck(there.commandId, [`the page at ${plan.restartUrl} could not be opened again`]);
    }
    const live = await sessions.page(principal, sessionId, page.pageId);
    // Typing into a page that is not the one the checkpoint saw would be blind: a login page, another form.
    if (plan.checkpoint !== null) {
      const { url, title } = await live.page.facts(deadline);
      const { invariants } = plan.checkpoint;
      if (url !== invariants.url || title !== invariants.title) {
        return stuck(there.commandId, [
          `the page is "${title}" at ${url}, where the checkpoint saw "${invariants.title}" at ${invariants.url}`,
        ]);
      }
    }
    for (const input of plan.inputs) {
      const again = await run(envelopeOf(sealer, input).command);
      if (again.status !== "completed")
        return stuck(again.commandId, [`"${input.kind}" could not be applied again`]);
    }
    reach("recovery.restarted");
    return {
      decision: "restarted",
      workflowId: workflow.workflowId,
      abandonedAttemptId: workflow.attemptId,
      attemptId: attempt.attemptId,
      sessionId,
      pageId: page.pageId,
      replayedInputs: plan.inputs.map((command) => command.commandId),
      reasons: [...plan.reasons],
      evidence,
    };
  };

  return {
    /** Takes a workflow up again: settles what is open (probe), then resumes, restarts, or says what needs reconciliation. */
    async recover(principal: string, workflowId: string, deadline: Deadline): Promise<RecoveryDecision> {
      const workflow = await workflowOf(principal, workflowId);
      let { facts, saved, record } = await attemptFacts(workflow);
      let plan = planRestart(facts);
      while (plan.kind === "undecided") {
        const asked = plan.command;
        const { reasons, evidence } = await settleByReading(parts, sessions, asked, deadline);
        ({ facts, saved, record } = await attemptFacts(workflow));
        plan = planRestart(facts);
        if (plan.kind === "undecided" && plan.command.commandId === asked.commandId) {
          return {
            decision: "needsReconciliation",
            workflowId,
            commandId: asked.commandId,
            coverage: asked.coverage,
            reasons,
            evidence,
          };
        }
      }
      if (plan.kind === "resume" || record === null) {
        return { decision: "resumed", workflowId, attemptId: workflow.attemptId, reasons: [...plan.reasons] };
      }
      return restart(principal, workflow, plan, saved, record.sessionId, deadline);
    },

    /** Records what a person or another system found out. Contradicting an earlier verdict is `idempotencyConflict`. */
    async resolve(principal: string, workflowId: string, resolution: Resolution): Promise<CommandOutcome> {
      await workflowOf(principal, workflowId);
      const command = await storage.journal.command(resolution.commandId);
      if (command === null || command.workflowId !== workflowId)
        throw new RuntimeError("notFound", "no such command");
      const { verdict, by, note } = resolution;
      const written = await settleCommand(parts, command, {
        verdict,
        how: "resolution",
        by,
        reason: note,
        evidence: [],
      });
      const outcome = (await storage.journal.command(resolution.commandId))?.outcome;
      if (outcome == null) throw new RuntimeError("internal", "the command has no outcome");
      const applied = outcome.status === "completed";
      if (written === "superseded" && applied !== (verdict === "applied")) {
        throw new RuntimeError("idempotencyConflict", `the command had already ended as ${outcome.status}`);
      }
      return outcome;
    },
  };
};

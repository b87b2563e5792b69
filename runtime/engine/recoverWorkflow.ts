import {
  type CommandOutcome,
  type RecoveryDecision,
  type Resolution,
  RuntimeError,
  type WorkflowRecord,
} from "../contract/index.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { CommandService } from "./commandService.ts";
import { resolveRefs } from "./evidenceRefs.ts";
import type { ExecutorParts } from "./executor.ts";
import { createRestart } from "./restart.ts";
import { planRestart } from "./restartPlan.ts";
import { settleCommand } from "./settle.ts";
import { settleByProbe, settleByReading } from "./settleByReading.ts";

/** The faces of recovery that need the live runtime: probes, restarts and resolutions. Deciding itself is `decideRecovery`. */
export const createRecovery = (parts: ExecutorParts, sessions: SessionManager, commands: CommandService) => {
  const { storage } = parts;

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

  const restart = createRestart(parts, sessions, commands);

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
            code: "outcomeUnknown",
            coverage: asked.coverage,
            reasons,
            evidence,
          };
        }
      }
      if (plan.kind === "resume" || record === null) {
        return { decision: "resumed", workflowId, attemptId: workflow.attemptId, reasons: [...plan.reasons] };
      }
      const { sessionId } = record;
      return restart({ principal, workflow, plan, saved, sessionId, deadline });
    },

    /**
     * Records what a person or another system found out, or settles the command by a probe given now; an undecided probe
     * leaves it open. Contradicting an earlier verdict is `idempotencyConflict`.
     */
    async resolve(
      principal: string,
      workflowId: string,
      resolution: Resolution,
      deadline: Deadline,
    ): Promise<CommandOutcome> {
      await workflowOf(principal, workflowId);
      const { commandId, by, note, evidenceRefs, verdict, probe } = resolution;
      const command = await storage.journal.command(commandId);
      if (command === null || command.workflowId !== workflowId)
        throw new RuntimeError("notFound", "no such command");
      await resolveRefs(storage.journal, principal, evidenceRefs);
      const stored = async (): Promise<CommandOutcome> => {
        const outcome = (await storage.journal.command(commandId))?.outcome;
        if (outcome == null) throw new RuntimeError("interrupted", "the command has not ended yet");
        return outcome;
      };
      if (verdict === undefined || probe !== undefined) {
        if (probe === undefined) throw new RuntimeError("internal", "a resolution without verdict and probe");
        if (command.phase === "needsReconciliation")
          await settleByProbe(parts, sessions, command, { probe, by, note, evidenceRefs }, deadline);
        return stored();
      }
      const finding = { verdict, how: "resolution", by, reason: note, evidence: [], evidenceRefs } as const;
      const written = await settleCommand(parts, command, finding);
      const outcome = await stored();
      const applied = outcome.status === "completed";
      if (written === "superseded" && applied !== (verdict === "applied")) {
        throw new RuntimeError("idempotencyConflict", `the command had already ended as ${outcome.status}`);
      }
      return outcome;
    },
  };
};

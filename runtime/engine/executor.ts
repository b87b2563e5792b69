import {
  type CommandEnvelope,
  type CommandInputs,
  type CommandKind,
  type CommandOutcome,
  type CommandPhase,
  type Coverage,
  classOfCommand,
  RuntimeError,
} from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { GuardPort, Watch } from "../ports/guard.ts";
import type { CommandContext, Ending, Handlers, Plan } from "../ports/handler.ts";
import type { SecretSource } from "../ports/secrets.ts";
import type { PhaseWrite, Storage } from "../ports/storage.ts";
import { authorCheckpoint } from "./authorCheckpoint.ts";
import { type OpenContext, openContext } from "./commandContext.ts";
import type { ReachPoint } from "./crashPoints.ts";
import { deadlineAt } from "./deadline.ts";
import { digestForm } from "./formDigest.ts";
import { gate } from "./gate.ts";
import type { LivePage } from "./livePages.ts";
import {
  asRuntimeError,
  completed,
  failed,
  failedBefore,
  interruptedOutcome,
  needsReconciliation,
  type OutcomeFacts,
  terminalPhase,
} from "./outcomes.ts";
import { mayFollow } from "./phases.ts";
import type { Sealer } from "./seal.ts";

export interface ExecutorParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly secrets: SecretSource;
  readonly guard: GuardPort;
  readonly handlers: Handlers;
  readonly reach: ReachPoint;
}

/** A command that has been accepted and holds its page. */
export interface Accepted {
  readonly envelope: CommandEnvelope;
  readonly principal: string;
  readonly live: LivePage;
  readonly autoCheckpoint: boolean;
}

const notYetWatched: Coverage = { state: "degraded", reasons: ["notExecuted"] };

const prepareWith = <K extends CommandKind>(
  handlers: Handlers,
  context: CommandContext,
  input: { readonly kind: K; readonly input: CommandInputs[K] },
): Promise<Plan> => handlers[input.kind](context, input.input);

/** Takes one accepted command through its life; the only writer of phases (DESIGN §5). */
export const runCommand = async (parts: ExecutorParts, command: Accepted): Promise<CommandOutcome> => {
  const { storage, clock, reach } = parts;
  const { envelope, live, principal } = command;
  const { commandId } = envelope;
  const commandClass = classOfCommand[envelope.command.input.kind];
  const deadline = deadlineAt(Date.parse(envelope.deadline), clock.now);
  const now = () => new Date(clock.now()).toISOString();

  let phase: CommandPhase = "accepted";
  let coverage: Coverage = notYetWatched;
  let watch: Watch | null = null;

  const advance = async (to: CommandPhase, more: Partial<PhaseWrite> = {}) => {
    if (!mayFollow(phase, to)) throw new RuntimeError("internal", `no way from ${phase} to ${to}`);
    const written = await storage.journal.advance({
      body: "{}",
      ...more,
      commandId,
      from: phase,
      to,
      at: now(),
    });
    if (written === "superseded") {
      throw more.useCheckpoint === undefined
        ? new RuntimeError("internal", `the command had left ${phase}`)
        : new RuntimeError("checkpointUsed", "the checkpoint was used by another command");
    }
    phase = to;
  };

  const opened: OpenContext = openContext({
    deadline,
    page: live.page,
    commandId,
    principal,
    filledForms: live.filledForms,
    clock,
    secrets: parts.secrets,
    artifacts: storage.artifacts,
    movedTo: live.movedTo,
  });
  const { context } = opened;
  const facts = (): OutcomeFacts => ({ commandId, coverage, evidence: opened.evidence() });

  /** Publishes an outcome: the prepared result first, the terminal record after it. */
  const end = async (outcome: CommandOutcome): Promise<CommandOutcome> => {
    const scrubbed = opened.scrubbed(outcome);
    await advance("resultPrepared", { outcome: scrubbed, coverage });
    reach(`${commandClass}.resultPrepared`);
    await advance(terminalPhase(scrubbed), { outcome: scrubbed });
    reach(`${commandClass}.ended`);
    return scrubbed;
  };

  const readForm = async () =>
    digestForm(await live.page.formFields(deadline), parts.sealer);

  const passGate = async (): Promise<string> => {
    const form = await readForm();
    context.evidence({ kind: "formDigest", digest: form.digest, fields: form.fields.length });
    if (command.autoCheckpoint) {
      const checkpoint = await authorCheckpoint(parts, {
        workflowId: envelope.workflowId,
        attemptId: envelope.attemptId,
        boundaryCommandId: commandId,
        live,
        form,
        deadline,
      });
      context.evidence({
        kind: "checkpoint",
        checkpointId: checkpoint.checkpointId,
        restartUrl: checkpoint.restartUrl,
        currentUrl: checkpoint.currentUrl,
      });
      reach("boundary.checkpointSaved");
    }
    // Without one of its own, the attempt's newest is asked, so that the gate can say which field is another.
    const saved =
      (await storage.checkpoints.forCommand(commandId)) ??
      (await storage.checkpoints.latestOfAttempt(envelope.workflowId, envelope.attemptId));
    const answer = gate(saved, {
      workflowId: envelope.workflowId,
      attemptId: envelope.attemptId,
      sessionId: envelope.sessionId,
      pageId: live.pageId,
      commandId,
      form: await readForm(),
      now: now(),
    });
    if (saved === null || !answer.open) throw gateFailure(answer);
    return saved.checkpoint.checkpointId;
  };

  const prepare = async (): Promise<{ plan: Plan; checkpointId: string | null }> => {
    const plan = await prepareWith(parts.handlers, context, envelope.command.input);
    if (commandClass !== "boundary") return { plan, checkpointId: null };
    await context.screenshot("before");
    return { plan, checkpointId: await passGate() };
  };

  const conclude = async (ending: Ending): Promise<CommandOutcome> => {
    if (commandClass === "boundary") await afterPicture(context);
    const effect = commandClass === "boundary" ? "answered" : "none";
    if (ending.ended === "done") return completed(facts(), effect);
    if (ending.ended === "rejected" || commandClass !== "boundary")
      return failed(facts(), effect, ending.failure);
    if (ending.ended === "failed") return failed(facts(), "notSent", ending.failure);
    return needsReconciliation(facts(), "unknown", ending.failure);
  };

  const act = async (plan: Plan): Promise<CommandOutcome> => {
    try {
      await plan.act();
      reach(`${commandClass}.acted`);
      coverage = watch?.coverage() ?? coverage;
      await advance("verifying", { coverage });
      reach(`${commandClass}.verifying`);
      return await conclude(await plan.verify());
    } catch (error) {
      const failure = asRuntimeError(error);
      if (failure.code === "journalFailed") throw failure;
      coverage = watch?.coverage() ?? coverage;
      // A page-changing command that failed on the page ended there; only a boundary may have changed the world.
      if (commandClass === "reconciliable" && failure.code !== "internal")
        return failed(facts(), "none", failure);
      const dispatches = watch?.dispatches() ?? [];
      return interruptedOutcome(
        facts(),
        { class: commandClass, lastPhase: phase, dispatches, coverage },
        failure,
      );
    }
  };

  try {
    reach(`${commandClass}.accepted`);
    let prepared: Awaited<ReturnType<typeof prepare>>;
    try {
      deadline.check("waiting for the page");
      prepared = await prepare();
      await advance("prepared");
    } catch (error) {
      return await end(failedBefore(facts(), commandClass, asRuntimeError(error)));
    }
    reach(`${commandClass}.prepared`);
    watch = await parts.guard.watch({ commandId, sessionId: envelope.sessionId, pageId: live.pageId });
    coverage = watch.coverage();
    const { plan, checkpointId } = prepared;
    try {
      deadline.check("preparing");
      await advance("executing", {
        coverage,
        ...(checkpointId === null ? {} : { useCheckpoint: checkpointId }),
      });
    } catch (error) {
      return await end(failedBefore(facts(), commandClass, asRuntimeError(error)));
    }
    reach(`${commandClass}.executing`);
    return await end(await act(plan));
  } catch (error) {
    // The journal itself failed: nothing more can be recorded, so the answer says what is known without it.
    const failure = asRuntimeError(error);
    const untouched = phase === "accepted" || phase === "prepared";
    return opened.scrubbed(
      untouched
        ? failedBefore(facts(), commandClass, failure)
        : interruptedOutcome(
            facts(),
            { class: commandClass, lastPhase: "executing", dispatches: [], coverage },
            failure,
          ),
    );
  } finally {
    await watch?.end();
    await live.noteWhereabouts();
  }
};

/** A picture of the end is worth having, but no reason to doubt what was verified. */
const afterPicture = async (context: CommandContext): Promise<void> => {
  try {
    await context.screenshot("after");
  } catch (error) {
    const failure = asRuntimeError(error);
    if (failure.code === "journalFailed") throw failure;
  }
};

const gateFailure = (answer: ReturnType<typeof gate>): RuntimeError => {
  if (answer.open) return new RuntimeError("internal", "the gate opened without a checkpoint");
  switch (answer.code) {
    case "checkpointMismatch":
      return new RuntimeError(
        answer.code,
        answer.field === "checkpoint"
          ? "no checkpoint is saved for this command"
          : `the saved checkpoint names another ${answer.field}`,
        { details: { field: answer.field } },
      );
    case "checkpointExpired":
      return new RuntimeError(answer.code, "the checkpoint has expired");
    case "checkpointUsed":
      return new RuntimeError(answer.code, `the checkpoint was used by command ${answer.by}`);
    case "formChanged":
      return new RuntimeError(
        answer.code,
        `the form changed since the checkpoint: ${answer.fields.join(", ")}`,
        {
          details: { fields: [...answer.fields] },
        },
      );
  }
};

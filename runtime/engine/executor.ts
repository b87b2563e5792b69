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
import { openContext } from "./commandContext.ts";
import { type Conclusion, conclude, effectOf, observedClassOf, type SeenOfCommand } from "./conclude.ts";
import type { ReachPoint } from "./crashPoints.ts";
import { deadlineAt } from "./deadline.ts";
import { digestForm } from "./formDigest.ts";
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
import { passGate } from "./passGate.ts";
import { mayFollow } from "./phases.ts";
import type { Interrupted } from "./recovery.ts";
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

/** How long an answer that is still out may take once the page shows success, in milliseconds. */
const answerMs = 5_000;
const answerPollMs = 50;

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
  const commandClass = classOfCommand(envelope.command);
  const deadline = deadlineAt(Date.parse(envelope.deadline), clock);
  const now = () => new Date(clock.now()).toISOString();

  let phase: CommandPhase = "accepted";
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

  const opened = openContext({
    deadline,
    page: live.page,
    commandId,
    principal,
    filledForms: live.filledForms,
    async rememberForm() {
      live.noteFilledForm(digestForm(await live.page.formFields(deadline), parts.sealer));
    },
    clock,
    secrets: parts.secrets,
    artifacts: storage.artifacts,
    policy: live.policy,
    movedTo: live.movedTo,
  });
  const { context } = opened;

  const seen = (): SeenOfCommand => ({
    class: commandClass,
    coverage: watch?.coverage() ?? notYetWatched,
    dispatches: watch?.dispatches() ?? [],
    readByScript: watch?.readByScript() ?? false,
  });
  const facts = (): OutcomeFacts => ({
    commandId,
    coverage: seen().coverage,
    observedClass: observedClassOf(seen()),
    evidence: opened.evidence(watch?.evidence() ?? []),
  });

  const interruptedIn = (lastPhase: CommandPhase): Interrupted => {
    const { coverage, dispatches } = seen();
    return { class: commandClass, lastPhase, dispatches: dispatches.map(({ state }) => state), coverage };
  };

  /** Publishes an outcome: the prepared result first, the terminal record after it. */
  const end = async (outcome: CommandOutcome): Promise<CommandOutcome> => {
    const scrubbed = opened.scrubbed(outcome);
    await advance("resultPrepared", { outcome: scrubbed, coverage: scrubbed.coverage });
    reach(`${commandClass}.resultPrepared`);
    await advance(terminalPhase(scrubbed), { outcome: scrubbed });
    reach(`${commandClass}.ended`);
    return scrubbed;
  };

  const prepare = async (): Promise<{ plan: Plan; checkpointId: string | null }> => {
    const plan = await prepareWith(parts.handlers, context, envelope.command.input);
    if (commandClass !== "boundary") return { plan, checkpointId: null };
    await context.screenshot("before");
    const { autoCheckpoint } = command;
    return {
      plan,
      checkpointId: await passGate(parts, { envelope, live, deadline, context, autoCheckpoint }),
    };
  };

  const startWatch = () =>
    parts.guard.watch({
      commandId,
      sessionId: envelope.sessionId,
      pageId: live.pageId,
      class: commandClass,
      navigates: envelope.command.input.kind === "navigate",
      record: (step) => storage.journal.dispatch({ ...step, commandId, at: now() }),
      degrade: (coverage) => storage.journal.degrade(commandId, coverage, now()),
    });

  const published = (conclusion: Conclusion): CommandOutcome => {
    if (conclusion.ended === "completed") return completed(facts(), conclusion.effect);
    return conclusion.ended === "failed"
      ? failed(facts(), conclusion.effect, conclusion.failure)
      : needsReconciliation(facts(), conclusion.effect, conclusion.failure);
  };

  /** A page may show success before the site has answered: the answer is worth a short wait. */
  const openAnswers = async (): Promise<void> => {
    const limit = deadline.atMost(answerMs);
    const isOpen = () =>
      seen().dispatches.some(({ state, resourceType }) => state === "dispatched" && resourceType !== "Ping");
    while (isOpen() && !limit.passed()) await limit.pause(answerPollMs);
  };

  const outcomeOf = async (ending: Ending): Promise<CommandOutcome> => {
    // A submit that was stopped in the page is told by the page, which may be later than the click returns.
    if (commandClass === "reconciliable") await watch?.told();
    const stopped = watch?.stopped() ?? null;
    if (stopped?.code === "journalFailed") throw stopped;
    if (stopped !== null && commandClass !== "boundary") return stoppedOutcome(stopped);
    if (commandClass === "boundary") {
      if (ending.ended === "done") await openAnswers();
      await takeAfterPicture(context);
      // Before it may be said that nothing was sent, nothing more can be: a page may act on a click long after it.
      if (ending.ended !== "done" || effectOf(seen()) === "notSent") watch?.fence();
    }
    return published(conclude(ending, seen()));
  };

  /** What was stopped did not leave; what was let go besides keeps its own effect. */
  const stoppedOutcome = (stopped: RuntimeError): CommandOutcome => {
    const effect = effectOf(seen());
    return failed(facts(), effect === "none" ? "notSent" : effect, stopped);
  };

  /** An action that broke off, decided by the same table as one that a crash broke off. */
  const brokenOff = (error: unknown): CommandOutcome => {
    const stopped = watch?.stopped() ?? null;
    if (commandClass === "boundary") watch?.fence();
    const failure = stopped ?? watch?.denied() ?? asRuntimeError(error);
    if (failure.code === "journalFailed") throw failure;
    if (stopped !== null && commandClass !== "boundary") return stoppedOutcome(stopped);
    // Commands that only read or change the page end where they failed, unless something left meanwhile.
    if (commandClass !== "boundary" && failure.code !== "internal")
      return published(conclude({ ended: "failed", failure }, seen()));
    return interruptedOutcome(facts(), interruptedIn(phase), failure);
  };

  const act = async (plan: Plan): Promise<CommandOutcome> => {
    try {
      await plan.act();
      reach(`${commandClass}.acted`);
      await advance("verifying", { coverage: seen().coverage });
      reach(`${commandClass}.verifying`);
      return await outcomeOf(await plan.verify());
    } catch (error) {
      return brokenOff(error);
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
    const { plan, checkpointId } = prepared;
    try {
      deadline.check("preparing");
      watch = await startWatch();
      const use = checkpointId === null ? {} : { useCheckpoint: checkpointId };
      await advance("executing", { coverage: seen().coverage, ...use });
    } catch (error) {
      return await end(failedBefore(facts(), commandClass, asRuntimeError(error)));
    }
    reach(`${commandClass}.executing`);
    // Whatever touches the page may change what its fields hold; a command that fills them remembers them anew.
    if (commandClass !== "replayable") live.noteFilledForm(null);
    return await end(await act(plan));
  } catch (error) {
    // The journal itself failed: nothing more can be recorded, so the answer says what is known without it.
    const failure = asRuntimeError(error);
    if (phase === "accepted" || phase === "prepared")
      return opened.scrubbed(failedBefore(facts(), commandClass, failure));
    return opened.scrubbed(interruptedOutcome(facts(), interruptedIn("executing"), failure));
  } finally {
    await watch?.end();
    await live.noteWhereabouts();
  }
};

/** A picture of the end is worth having, but no reason to doubt what was verified. */
const takeAfterPicture = async (context: CommandContext): Promise<void> => {
  try {
    await context.screenshot("after");
  } catch (error) {
    const failure = asRuntimeError(error);
    if (failure.code === "journalFailed") throw failure;
  }
};

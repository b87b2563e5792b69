import { type CommandOutcome, classOfCommand, limits, RuntimeError } from "../contract/index.ts";
import type { StoredCommand } from "../ports/storage.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { commandDigest } from "./canonical.ts";
import { type ExecutorParts, runCommand } from "./executor.ts";
import { createMutex } from "./mutex.ts";
import { parseEnvelope, refusePassedDeadline } from "./parseEnvelope.ts";
import { sealEnvelope } from "./sealed.ts";
import { shownCommand } from "./shownCommand.ts";

export interface ExecuteOptions {
  /** 1–128 printable ASCII characters; the same key answers with the same outcome for 7 days. */
  readonly idempotencyKey?: string;
  /** Whether the runtime authors the checkpoint of a boundary command itself (default true). */
  readonly autoCheckpoint?: boolean;
}

const keyPattern = /^[\x20-\x7e]{1,128}$/;

/** Accepts commands: each id and key once, whoever asks again gets the one outcome. */
export const createCommandService = (parts: ExecutorParts, sessions: SessionManager) => {
  const { storage, clock, sealer } = parts;
  const running = new Map<string, Promise<CommandOutcome>>();
  const accepting = createMutex();
  let isStopped = false;

  const answerOf = async (known: StoredCommand, digest: string): Promise<CommandOutcome> => {
    if (known.digest !== digest) {
      throw new RuntimeError(
        "idempotencyConflict",
        "this command id or key already stands for a different command",
      );
    }
    const inFlight = running.get(known.commandId);
    if (inFlight !== undefined) return inFlight;
    const stored = await storage.journal.command(known.commandId);
    if (stored?.outcome == null)
      throw new RuntimeError("internal", "the command has no outcome and does not run");
    return stored.outcome;
  };

  const known = async (
    principal: string,
    commandId: string,
    key: string | null,
  ): Promise<StoredCommand | null> => {
    const byId = await storage.journal.command(commandId);
    // Another principal's command id is taken, and nothing more is said of it.
    if (byId !== null && byId.principal !== principal) {
      throw new RuntimeError(
        "idempotencyConflict",
        "this command id or key already stands for a different command",
      );
    }
    if (byId !== null || key === null) return byId;
    const since = new Date(clock.now() - limits.idempotencyRetentionMs).toISOString();
    return storage.journal.commandByKey(principal, key, since);
  };

  /** What was not accepted has not happened; what was accepted keeps its answer. */
  const refuseWhenStopped = () => {
    if (isStopped) throw new RuntimeError("interrupted", "the runtime is closing and takes nothing new");
  };

  return {
    refuseWhenStopped,

    stop() {
      isStopped = true;
    },

    /**
     * Runs a command, or answers with the outcome of the same command. Throws a RuntimeError only when nothing was accepted:
     * `invalidRequest`, `notFound`, `idempotencyConflict`, `deadlineExceeded`, `pageCrashed`, `interrupted`, `journalFailed`.
     */
    async execute(principal: string, input: unknown, options: ExecuteOptions = {}): Promise<CommandOutcome> {
      const key = options.idempotencyKey ?? null;
      if (key !== null && !keyPattern.test(key)) {
        throw new RuntimeError("invalidRequest", "an idempotency key is 1 to 128 printable ASCII characters");
      }
      const envelope = parseEnvelope(input, clock.now());
      const digest = commandDigest(envelope.command);
      // Settled inside the lock, awaited outside: a long command must not hold up the acceptance of others.
      const { outcome } = await accepting(async () => {
        const earlier = await known(principal, envelope.commandId, key);
        if (earlier !== null) return { outcome: answerOf(earlier, digest) };
        refusePassedDeadline(envelope, clock.now());
        refuseWhenStopped();
        const workflow = await storage.workflows.get(envelope.workflowId);
        if (workflow === null || workflow.principal !== principal)
          throw new RuntimeError("notFound", "no such workflow");
        if (workflow.attemptId !== envelope.attemptId) {
          throw new RuntimeError("checkpointMismatch", "the attempt has been abandoned", {
            details: { field: "attemptId", current: workflow.attemptId },
          });
        }
        const live = await sessions.page(principal, envelope.sessionId, envelope.pageId);
        const written = await storage.journal.accept({
          commandId: envelope.commandId,
          principal,
          workflowId: envelope.workflowId,
          attemptId: envelope.attemptId,
          sessionId: envelope.sessionId,
          pageId: live.pageId,
          kind: envelope.command.input.kind,
          class: classOfCommand(envelope.command),
          digest,
          idempotencyKey: key,
          sealedEnvelope: sealEnvelope(sealer, envelope),
          shown: shownCommand(envelope.command),
          acceptedAt: new Date(clock.now()).toISOString(),
        });
        if (written === "exists") throw new RuntimeError("internal", "the command was accepted twice");
        const autoCheckpoint = options.autoCheckpoint ?? true;
        const work = live
          .exclusively(() => runCommand(parts, { envelope, principal, live, autoCheckpoint }))
          .finally(() => running.delete(envelope.commandId));
        running.set(envelope.commandId, work);
        return { outcome: work };
      });
      return outcome;
    },

    /** The stored outcome of a command; null while it runs. `notFound` for an unknown or foreign id. */
    async outcome(principal: string, commandId: string): Promise<CommandOutcome | null> {
      const stored = await storage.journal.command(commandId);
      if (stored === null || stored.principal !== principal)
        throw new RuntimeError("notFound", "no such command");
      return running.has(commandId) ? null : stored.outcome;
    },

    /** Settles when every accepted command has ended. */
    async drained(): Promise<void> {
      await Promise.allSettled(running.values());
    },
  };
};

export type CommandService = ReturnType<typeof createCommandService>;

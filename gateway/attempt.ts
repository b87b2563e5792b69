import { randomUUID } from "node:crypto";
import type { CommandEnvelopeInput, CommandInput, CommandOutcome } from "../runtime/contract/index.ts";
import type { ExecuteOptions } from "../runtime/engine/commandService.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Where an attempt of a workflow works. */
export interface AttemptPlace {
  readonly principal: string;
  readonly workflowId: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly pageId: string;
}

export interface RunOptions extends ExecuteOptions {
  /** Milliseconds the command may take, at most 300 000. Default 60 000. */
  readonly timeoutMs?: number;
  /** A pinned id, for a checkpoint saved beforehand. */
  readonly commandId?: string;
}

/** Runs commands in one place: the envelope is filled in. */
export const attemptRunner =
  (runtime: Runtime, place: AttemptPlace) =>
  (command: CommandInput, options: RunOptions = {}): Promise<CommandOutcome> => {
    const { timeoutMs = 60_000, commandId = randomUUID(), ...execute } = options;
    const envelope: CommandEnvelopeInput = {
      schemaVersion: 2,
      commandId,
      workflowId: place.workflowId,
      attemptId: place.attemptId,
      sessionId: place.sessionId,
      pageId: place.pageId,
      deadline: new Date(Date.now() + timeoutMs).toISOString(),
      command,
    };
    return runtime.execute(place.principal, envelope, execute);
  };

/** A new workflow in a new session with one blank page. */
export const beginAttempt = async (
  runtime: Runtime,
  principal: string,
  key?: string,
): Promise<AttemptPlace> => {
  const { workflowId, attemptId } = await runtime.createWorkflow(principal, key);
  const { sessionId } = await runtime.createSession(principal);
  const { pageId } = await runtime.openPage(principal, sessionId);
  return { principal, workflowId, attemptId, sessionId, pageId };
};

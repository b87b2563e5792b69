import { randomUUID } from "node:crypto";
import type { DispatchStep, GuardPort, Watch } from "../runtime/ports/guard.ts";
import type { Storage } from "../runtime/ports/storage.ts";
import type { Kind } from "./ways.ts";

const now = () => new Date().toISOString();

export interface CommandParts {
  readonly guard: GuardPort;
  readonly storage: Storage;
  readonly workflowId: string;
  readonly sessionId: string;
  /** Writes a step, or holds it; `write` makes it durable. */
  record(commandId: string, step: DispatchStep, write: () => Promise<void>): Promise<void>;
}

/** A boundary command as the engine journals it: every phase durable before what it announces. */
export interface WatchedCommand {
  readonly commandId: string;
  /** Watches, and records `executing`. */
  arm(): Promise<Watch>;
  /** The action is over, and its watch with it. */
  end(watch: Watch): Promise<void>;
}

export const acceptCommand = async (
  parts: CommandParts,
  { pageId, kind }: { readonly pageId: string; readonly kind: Kind },
): Promise<WatchedCommand> => {
  const { storage, guard, workflowId, sessionId } = parts;
  const { journal } = storage;
  const commandId = randomUUID();
  await journal.accept({
    commandId,
    principal: "prove",
    workflowId,
    attemptId: workflowId,
    sessionId,
    pageId,
    kind,
    class: "boundary",
    digest: "0".repeat(64),
    idempotencyKey: null,
    sealedEnvelope: new Uint8Array(),
    shown: kind,
    acceptedAt: now(),
  });
  await journal.advance({ commandId, from: "accepted", to: "prepared", at: now(), body: "{}" });
  return {
    commandId,
    async arm() {
      const watch = await guard.watch({
        commandId,
        sessionId,
        pageId,
        class: "boundary",
        navigates: false,
        record: (step) =>
          parts.record(commandId, step, () => journal.dispatch({ ...step, commandId, at: now() })),
        degrade: (coverage) => journal.degrade(commandId, coverage, now()),
      });
      const coverage = watch.coverage();
      await journal.advance({
        commandId,
        from: "prepared",
        to: "executing",
        at: now(),
        body: "{}",
        coverage,
      });
      return watch;
    },
    async end(watch) {
      const coverage = watch.coverage();
      await journal.advance({
        commandId,
        from: "executing",
        to: "verifying",
        at: now(),
        body: "{}",
        coverage,
      });
      await watch.end();
    },
  };
};

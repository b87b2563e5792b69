import { type CommandOutcome, type Coverage, RuntimeError } from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Storage, StoredCommand } from "../ports/storage.ts";
import { failed, needsReconciliation, terminalPhase } from "./outcomes.ts";
import { decideRecovery, type RecoveryRuling } from "./recovery.ts";

interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
}

const notWatched: Coverage = { state: "degraded", reasons: ["notExecuted"] };

const outcomeOf = (command: StoredCommand, ruling: RecoveryRuling): CommandOutcome => {
  const facts = {
    commandId: command.commandId,
    coverage: command.coverage ?? notWatched,
    observedClass: "unobserved" as const,
    evidence: [],
  };
  const why = `the runtime died while the command was "${command.phase}": ${ruling.reasons.join("; ")}`;
  if (ruling.verdict === "retry" || ruling.verdict === "notSent") {
    return failed(facts, ruling.effect, new RuntimeError("interrupted", why));
  }
  return needsReconciliation(
    facts,
    ruling.effect,
    new RuntimeError("outcomeUnknown", why, { details: { reasons: [...ruling.reasons] } }),
  );
};

/** The latest state of each request of a command. */
const lastStates = async (storage: Storage, commandId: string) => {
  const latest = new Map(
    (await storage.journal.dispatches(commandId)).map(({ requestId, state }) => [requestId, state]),
  );
  return [...latest.values()];
};

const endOne = async ({ storage, clock }: Parts, command: StoredCommand): Promise<void> => {
  const now = () => new Date(clock.now()).toISOString();
  const ruling = decideRecovery({
    class: command.class,
    lastPhase: command.phase,
    dispatches: await lastStates(storage, command.commandId),
    coverage: command.coverage,
  });
  await storage.receipts.add({
    receiptId: clock.newId(),
    workflowId: command.workflowId,
    commandId: command.commandId,
    at: now(),
    kind: "decision",
    class: command.class,
    lastPhase: command.phase,
    coverage: command.coverage,
    verdict: ruling.verdict,
    effect: ruling.verdict === "finish" ? (command.outcome?.effect ?? null) : ruling.effect,
    reasons: [...ruling.reasons],
    by: "runtime",
  });
  const write = { commandId: command.commandId, body: JSON.stringify({ recovered: ruling.verdict }) };
  if (ruling.verdict === "finish") {
    const { outcome } = command;
    if (outcome === null)
      throw new RuntimeError("dataDirectoryCorrupt", `command ${command.commandId} has no prepared result`);
    await storage.journal.advance({
      ...write,
      from: "resultPrepared",
      to: terminalPhase(outcome),
      at: now(),
      outcome,
    });
    return;
  }
  const outcome = outcomeOf(command, ruling);
  await storage.journal.advance({ ...write, from: command.phase, to: "resultPrepared", at: now(), outcome });
  await storage.journal.advance({
    ...write,
    from: "resultPrepared",
    to: terminalPhase(outcome),
    at: now(),
    outcome,
  });
};

/** On start, before anything is served: decides every command without a terminal record from the journal alone (DESIGN §7). */
export const endInterrupted = async (parts: Parts): Promise<number> => {
  const open = await parts.storage.journal.unfinished();
  for (const command of open) await endOne(parts, command);
  return open.length;
};

import {
  commandOutcomeSchema,
  coverageSchema,
  isSettled,
  isTerminal,
  limits,
  RuntimeError,
} from "../../runtime/contract/index.ts";
import type {
  AcceptedCommand,
  DispatchRecord,
  Journal,
  JournalRecord,
  PhaseWrite,
  StoredCommand,
} from "../../runtime/ports/storage.ts";
import { acceptedBody, dispatchBody, stepBody } from "../journalBodies.ts";
import { instant, storable } from "../schemas.ts";
import type { MemoryCheckpoints } from "./checkpoints.ts";

const nameOfKey = (principal: string, key: string) => JSON.stringify([principal, key]);

const moved = (command: StoredCommand, write: PhaseWrite): StoredCommand => ({
  ...command,
  phase: write.to,
  coverage: write.coverage ? storable(coverageSchema, write.coverage, "coverage") : command.coverage,
  outcome: write.outcome ? storable(commandOutcomeSchema, write.outcome, "outcome") : command.outcome,
});

export const memoryJournal = (checkpoints: MemoryCheckpoints): Journal => {
  const commands = new Map<string, StoredCommand>();
  const keys = new Map<string, StoredCommand>();
  const records: JournalRecord[] = [];
  const dispatches: DispatchRecord[] = [];

  const append = (record: Omit<JournalRecord, "sequence">) => {
    const { commandId, step, at, body } = record;
    records.push({ sequence: records.length + 1, commandId, step, at, body });
  };
  const commandsWhere = async (fits: (command: StoredCommand) => boolean) =>
    structuredClone([...commands.values()].filter(fits));
  const byKey = (principal: string, key: string, since: number): StoredCommand | null => {
    const holder = keys.get(nameOfKey(principal, key));
    const command = commands.get(holder?.commandId ?? "");
    if (command === undefined) return null;
    return instant(command.acceptedAt) < since && isSettled(command.phase) ? null : command;
  };
  const isTaken = ({ commandId, principal, idempotencyKey, acceptedAt }: AcceptedCommand): boolean => {
    const since = instant(acceptedAt) - limits.idempotencyRetentionMs;
    return (
      commands.has(commandId) || (idempotencyKey !== null && byKey(principal, idempotencyKey, since) !== null)
    );
  };

  return {
    accept: async (given) => {
      if (isTaken(given)) return "exists";
      const command: StoredCommand = {
        ...structuredClone(given),
        sealedEnvelope: Uint8Array.from(given.sealedEnvelope),
        sequence: commands.size + 1,
        phase: "accepted",
        coverage: null,
        outcome: null,
      };
      commands.set(command.commandId, command);
      if (command.idempotencyKey !== null)
        keys.set(nameOfKey(command.principal, command.idempotencyKey), command);
      append({
        commandId: command.commandId,
        step: "accepted",
        at: command.acceptedAt,
        body: acceptedBody(given),
      });
      return "appended";
    },
    advance: async (write) => {
      const command = commands.get(write.commandId);
      if (command?.phase !== write.from) return "superseded";
      if (write.useCheckpoint !== undefined && !checkpoints.isUnused(write.useCheckpoint))
        return "superseded";
      const next = moved(command, write);
      const body = stepBody(write.body);
      commands.set(write.commandId, next);
      if (write.useCheckpoint !== undefined) checkpoints.use(write.useCheckpoint, write.commandId);
      append({ commandId: write.commandId, step: write.to, at: write.at, body });
      return "appended";
    },
    dispatch: async (record) => {
      if (!commands.has(record.commandId))
        throw new RuntimeError("notFound", `there is no command ${record.commandId}`);
      const body = dispatchBody(record);
      dispatches.push(structuredClone(record));
      append({ commandId: record.commandId, step: "dispatch", at: record.at, body });
    },
    degrade: async (commandId, coverage, at) => {
      const command = commands.get(commandId);
      if (command === undefined) throw new RuntimeError("notFound", `there is no command ${commandId}`);
      const kept = storable(coverageSchema, coverage, "coverage");
      commands.set(commandId, { ...command, coverage: kept });
      append({ commandId, step: "coverage", at, body: JSON.stringify(kept) });
    },
    command: async (commandId) => structuredClone(commands.get(commandId) ?? null),
    commandByKey: async (principal, key, since) => structuredClone(byKey(principal, key, instant(since))),
    commandsOfWorkflow: (workflowId) => commandsWhere((command) => command.workflowId === workflowId),
    commandsOfPage: (pageId) => commandsWhere((command) => command.pageId === pageId),
    unfinished: () => commandsWhere((command) => !isTerminal(command.phase)),
    unresolved: () => commandsWhere((command) => command.phase === "needsReconciliation"),
    records: async (commandId) => structuredClone(records.filter((record) => record.commandId === commandId)),
    dispatches: async (commandId) =>
      structuredClone(dispatches.filter((record) => record.commandId === commandId)),
  };
};

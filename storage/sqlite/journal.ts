import {
  commandOutcomeSchema,
  coverageSchema,
  limits,
  RuntimeError,
  settledPhases,
  terminalPhases,
} from "../../runtime/contract/index.ts";
import type { AcceptedCommand, Journal, PhaseWrite } from "../../runtime/ports/storage.ts";
import { acceptedBody, dispatchBody, stepBody } from "../journalBodies.ts";
import { instant, storable } from "../schemas.ts";
import type { Access } from "./access.ts";
import { commandColumns, commandRow, dispatchRow, recordRow } from "./commandRows.ts";

const from = `SELECT ${commandColumns} FROM commands c`;

const listed = (phases: readonly string[]) => phases.map((phase) => `'${phase}'`).join();
// A key outlives its time while what became of its command is open: asked again, it must not run a second time.
const holdsKey = `(i.accepted_ms >= ? OR c.phase NOT IN (${listed(settledPhases)}))`;

const queries = (access: Access): Omit<Journal, "accept" | "advance" | "dispatch" | "degrade"> => {
  const byId = access.prepare(`${from} WHERE c.command_id = ?`);
  const byKey = access.prepare(`${from} JOIN idempotency i ON i.command_id = c.command_id
    WHERE i.principal = ? AND i.key = ? AND ${holdsKey}`);
  const ofWorkflow = access.prepare(`${from} WHERE c.workflow_id = ? ORDER BY c.sequence`);
  const ofPage = access.prepare(`${from} WHERE c.page_id = ? ORDER BY c.sequence`);
  // The first condition is the one of the partial index.
  const unfinished = access.prepare(`${from} WHERE c.phase NOT IN ('completed', 'failed')
    AND c.phase NOT IN (${listed(terminalPhases)}) ORDER BY c.sequence`);
  const unresolved = access.prepare(`${from} WHERE c.phase NOT IN ('completed', 'failed')
    AND c.phase = 'needsReconciliation' ORDER BY c.sequence`);
  const records = access.prepare(
    "SELECT sequence, command_id AS commandId, step, at, body FROM journal WHERE command_id = ? ORDER BY sequence",
  );
  const dispatches = access.prepare(
    "SELECT command_id AS commandId, request_id AS requestId, state, at, body FROM dispatches WHERE command_id = ? ORDER BY sequence",
  );
  return {
    command: (commandId) => access.read(() => access.row(commandRow, byId.get(commandId))),
    commandByKey: (principal, key, since) =>
      access.read(() => access.row(commandRow, byKey.get(principal, key, instant(since)))),
    commandsOfWorkflow: (workflowId) =>
      access.read(() => access.rows(commandRow, ofWorkflow.all(workflowId))),
    commandsOfPage: (pageId) => access.read(() => access.rows(commandRow, ofPage.all(pageId))),
    unfinished: () => access.read(() => access.rows(commandRow, unfinished.all())),
    unresolved: () => access.read(() => access.rows(commandRow, unresolved.all())),
    records: (commandId) => access.read(() => access.rows(recordRow, records.all(commandId))),
    dispatches: (commandId) => access.read(() => access.rows(dispatchRow, dispatches.all(commandId))),
  };
};

const accepting = (access: Access): ((command: AcceptedCommand) => "appended" | "exists") => {
  const known = access.prepare("SELECT 1 FROM commands WHERE command_id = ?");
  const keyTaken = access.prepare(
    `SELECT 1 FROM idempotency i JOIN commands c ON c.command_id = i.command_id
    WHERE i.principal = ? AND i.key = ? AND ${holdsKey}`,
  );
  const insert =
    access.prepare(`INSERT INTO commands (command_id, principal, workflow_id, attempt_id, session_id,
      page_id, kind, class, digest, idempotency_key, sealed_envelope, shown, accepted_at, phase)
    VALUES (@commandId, @principal, @workflowId, @attemptId, @sessionId,
      @pageId, @kind, @class, @digest, @idempotencyKey, @sealedEnvelope, @shown, @acceptedAt, 'accepted')`);
  const takeKey = access.prepare("INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, ?)");
  const append = access.prepare(
    "INSERT INTO journal (command_id, step, at, body) VALUES (?, 'accepted', ?, ?)",
  );
  return (command) => {
    const { commandId, principal, idempotencyKey: key, acceptedAt } = command;
    const acceptedMs = instant(acceptedAt);
    if (known.get(commandId) !== undefined) return "exists";
    if (key !== null) {
      const taken = keyTaken.get(principal, key, acceptedMs - limits.idempotencyRetentionMs);
      if (taken !== undefined) return "exists";
    }
    insert.run({ ...command, sealedEnvelope: Buffer.from(command.sealedEnvelope) });
    if (key !== null) takeKey.run(principal, key, commandId, acceptedMs);
    append.run(commandId, acceptedAt, acceptedBody(command));
    return "appended";
  };
};

const advancing = (access: Access): ((write: PhaseWrite) => "appended" | "superseded") => {
  const unused = access.prepare("SELECT 1 FROM checkpoints WHERE checkpoint_id = ? AND used_by IS NULL");
  const move = access.prepare(`UPDATE commands SET phase = @to,
      coverage = coalesce(@coverage, coverage), outcome = coalesce(@outcome, outcome)
    WHERE command_id = @commandId AND phase = @from`);
  const use = access.prepare(
    "UPDATE checkpoints SET used_by = ? WHERE checkpoint_id = ? AND used_by IS NULL",
  );
  const append = access.prepare("INSERT INTO journal (command_id, step, at, body) VALUES (?, ?, ?, ?)");
  return (write) => {
    const { commandId, from, to, at, useCheckpoint } = write;
    const coverage = write.coverage
      ? JSON.stringify(storable(coverageSchema, write.coverage, "coverage"))
      : null;
    const outcome = write.outcome
      ? JSON.stringify(storable(commandOutcomeSchema, write.outcome, "outcome"))
      : null;
    const body = stepBody(write.body);
    if (useCheckpoint !== undefined && unused.get(useCheckpoint) === undefined) return "superseded";
    if (move.run({ commandId, from, to, coverage, outcome }).changes === 0) return "superseded";
    if (useCheckpoint !== undefined) use.run(commandId, useCheckpoint);
    append.run(commandId, to, at, body);
    return "appended";
  };
};

export const sqliteJournal = (access: Access): Journal => {
  const accept = accepting(access);
  const advance = advancing(access);
  const known = access.prepare("SELECT 1 FROM commands WHERE command_id = ?");
  const addDispatch = access.prepare(`INSERT INTO dispatches (command_id, request_id, state, at, body)
    VALUES (@commandId, @requestId, @state, @at, @body)`);
  const append = access.prepare(
    "INSERT INTO journal (command_id, step, at, body) VALUES (?, 'dispatch', ?, ?)",
  );
  const setCoverage = access.prepare("UPDATE commands SET coverage = ? WHERE command_id = ?");
  const appendCoverage = access.prepare(
    "INSERT INTO journal (command_id, step, at, body) VALUES (?, 'coverage', ?, ?)",
  );
  return {
    ...queries(access),
    accept: (command) => access.write(() => accept(command)),
    advance: (write) => access.write(() => advance(write)),
    dispatch: (record) =>
      access.write(() => {
        if (known.get(record.commandId) === undefined)
          throw new RuntimeError("notFound", `there is no command ${record.commandId}`);
        const body = dispatchBody(record);
        addDispatch.run(record);
        append.run(record.commandId, record.at, body);
      }),
    degrade: (commandId, coverage, at) =>
      access.write(() => {
        const body = JSON.stringify(storable(coverageSchema, coverage, "coverage"));
        if (setCoverage.run(body, commandId).changes === 0)
          throw new RuntimeError("notFound", `there is no command ${commandId}`);
        appendCoverage.run(commandId, at, body);
      }),
  };
};

import type {
  ArtifactRecord,
  AttemptRecord,
  Checkpoint,
  CommandClass,
  CommandOutcome,
  CommandPhase,
  Coverage,
  DispatchState,
  PageRecord,
  Receipt,
  SessionRecord,
  WorkflowRecord,
} from "../contract/index.ts";

/** Whether a guarded write won: `superseded` means the state it expected was no longer there, and nothing was written. */
export type Written = "appended" | "superseded";

/** A command as it was accepted. `sealedEnvelope` holds the whole envelope encrypted; `shown` is safe to print. */
export interface AcceptedCommand {
  readonly commandId: string;
  readonly principal: string;
  readonly workflowId: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly pageId: string | null;
  readonly kind: string;
  readonly class: CommandClass;
  /** SHA-256 of the canonical command; the same id or key with another digest is a conflict. */
  readonly digest: string;
  readonly idempotencyKey: string | null;
  readonly sealedEnvelope: Uint8Array;
  readonly shown: string;
  readonly acceptedAt: string;
}

/** A command and where it stands. */
export interface StoredCommand extends AcceptedCommand {
  /** Order of acceptance in this data directory, from 1. */
  readonly sequence: number;
  readonly phase: CommandPhase;
  readonly coverage: Coverage | null;
  /** Set from `resultPrepared` on. */
  readonly outcome: CommandOutcome | null;
}

/** One step of a command, in the order written. */
export interface JournalRecord {
  readonly sequence: number;
  readonly commandId: string;
  /** A phase, `dispatch` for a request of the executing phase, or `coverage` when something could leave unseen. */
  readonly step: CommandPhase | "dispatch" | "coverage";
  readonly at: string;
  /** JSON: what belongs to the step. */
  readonly body: string;
}

/** One outgoing request of a command and what became of it. */
export interface DispatchRecord {
  readonly commandId: string;
  readonly requestId: string;
  readonly state: DispatchState;
  readonly at: string;
  /** JSON: method, URL, body digest, frame; for `answered` status and location. */
  readonly body: string;
}

export interface PhaseWrite {
  readonly commandId: string;
  readonly from: CommandPhase;
  readonly to: CommandPhase;
  readonly at: string;
  readonly body: string;
  /** Written with `executing`, updated when more is known. */
  readonly coverage?: Coverage;
  /** Written with `resultPrepared` and every later phase. */
  readonly outcome?: CommandOutcome;
  /** With `executing` of a boundary command: the checkpoint it uses up, in the same transaction. */
  readonly useCheckpoint?: string;
}

/** The record of what commands did. Every promise settles only after the write is durable. */
export interface Journal {
  /** Appends `accepted`; `exists` when the command id, or the principal's idempotency key, is already taken. */
  accept(command: AcceptedCommand): Promise<"appended" | "exists">;
  /** Moves a command from one phase to the next if it still stands at `from` (and the checkpoint, if any, is unused). */
  advance(write: PhaseWrite): Promise<Written>;
  /** Appends one dispatch state; rejects when the command is unknown. */
  dispatch(record: DispatchRecord): Promise<void>;
  /** Records that the guard could not see everything; rejects when the command is unknown. */
  degrade(commandId: string, coverage: Coverage, at: string): Promise<void>;
  command(commandId: string): Promise<StoredCommand | null>;
  /** The command an idempotency key of this principal stands for, if accepted at or after `since` or not settled yet. */
  commandByKey(principal: string, key: string, since: string): Promise<StoredCommand | null>;
  commandsOfWorkflow(workflowId: string): Promise<StoredCommand[]>;
  commandsOfPage(pageId: string): Promise<StoredCommand[]>;
  /** Commands without a terminal record, in order of acceptance. */
  unfinished(): Promise<StoredCommand[]>;
  /** Commands that need reconciliation, in order of acceptance. */
  unresolved(): Promise<StoredCommand[]>;
  records(commandId: string): Promise<JournalRecord[]>;
  dispatches(commandId: string): Promise<DispatchRecord[]>;
}

/** A checkpoint with what is sealed beside it. */
export interface StoredCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Encrypted storage state of the session at that moment, or null. */
  readonly sealedStorageState: Uint8Array | null;
  /** The command that used it up, or null. */
  readonly usedBy: string | null;
}

export interface CheckpointStore {
  save(checkpoint: Checkpoint, sealedStorageState: Uint8Array | null): Promise<void>;
  get(checkpointId: string): Promise<StoredCheckpoint | null>;
  /** The newest checkpoint that names this boundary command. */
  forCommand(boundaryCommandId: string): Promise<StoredCheckpoint | null>;
  /** The newest checkpoint of this attempt. */
  latestOfAttempt(workflowId: string, attemptId: string): Promise<StoredCheckpoint | null>;
}

export interface WorkflowStore {
  /** Creates the workflow with its first attempt; `exists` when the principal's key is taken. */
  create(workflow: WorkflowRecord): Promise<"appended" | "exists">;
  get(workflowId: string): Promise<WorkflowRecord | null>;
  byKey(principal: string, key: string): Promise<WorkflowRecord | null>;
  /** Abandons the current attempt for a new one; `superseded` when `abandonedAttemptId` is no longer current. */
  restart(attempt: AttemptRecord & { readonly abandonedAttemptId: string }): Promise<Written>;
  attempts(workflowId: string): Promise<AttemptRecord[]>;
}

export interface SessionStore {
  saveSession(session: SessionRecord): Promise<void>;
  session(sessionId: string): Promise<SessionRecord | null>;
  openSessions(): Promise<SessionRecord[]>;
  savePage(page: PageRecord): Promise<void>;
  page(pageId: string): Promise<PageRecord | null>;
  pagesOf(sessionId: string): Promise<PageRecord[]>;
}

export interface ReceiptStore {
  add(receipt: Receipt): Promise<void>;
  ofWorkflow(workflowId: string): Promise<Receipt[]>;
}

export interface ArtifactStore {
  /** Keeps the bytes durably (file, then row) and returns the record. */
  put(artifact: Omit<ArtifactRecord, "bytes" | "sha256">, bytes: Uint8Array): Promise<ArtifactRecord>;
  record(artifactId: string): Promise<ArtifactRecord | null>;
  /** The bytes, verified against their digest; null when there is no such artifact. */
  read(artifactId: string): Promise<Uint8Array | null>;
  /** Where the bytes lie for a person to open, or null when they are not in a file. */
  path(artifactId: string): Promise<string | null>;
}

/** Everything durable of one data directory. */
export interface Storage {
  readonly journal: Journal;
  readonly checkpoints: CheckpointStore;
  readonly workflows: WorkflowStore;
  readonly sessions: SessionStore;
  readonly receipts: ReceiptStore;
  readonly artifacts: ArtifactStore;
  close(): Promise<void>;
}

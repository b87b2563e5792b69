import {
  type ArtifactRecord,
  type Checkpoint,
  type CheckpointRequestInput,
  type CommandOutcome,
  type Coverage,
  checkpointRequestSchema,
  limits,
  type PageRecord,
  type Receipt,
  type RecoveryDecision,
  type ResolutionInput,
  RuntimeError,
  resolutionSchema,
  type SessionPolicyInput,
  type SessionRecord,
  sessionPolicySchema,
  type WorkflowRecord,
} from "./contract/index.ts";
import { saveCallersCheckpoint } from "./engine/callerCheckpoint.ts";
import { createCommandService, type ExecuteOptions } from "./engine/commandService.ts";
import { deadlineIn } from "./engine/deadline.ts";
import { endInterrupted } from "./engine/endInterrupted.ts";
import type { ExecutorParts } from "./engine/executor.ts";
import { parseRequest } from "./engine/parseRequest.ts";
import { createRecovery } from "./engine/recoverWorkflow.ts";
import type { BrowserDescription, BrowserPort } from "./ports/browser.ts";
import type { JournalRecord, StoredCommand } from "./ports/storage.ts";
import { createSessionManager } from "./sessions/sessionManager.ts";

/** What a runtime is, for its host (`runtime_info`). */
export interface RuntimeInfo {
  readonly browser: BrowserDescription;
  /** What the guard can claim of this browser; each outcome says what it saw of its own command. */
  readonly guarantee: Coverage;
  /** Connections to the guard without a session's credential, each browser's own first question included. */
  readonly turnedAway: number;
  readonly limits: typeof limits;
}

/** A command on a workflow's timeline, with its journal. */
export interface TimelineEntry {
  readonly command: Omit<StoredCommand, "sealedEnvelope" | "digest">;
  readonly records: readonly JournalRecord[];
}

export interface Timeline {
  readonly workflow: WorkflowRecord;
  readonly commands: readonly TimelineEntry[];
  readonly receipts: readonly Receipt[];
}

/** The runtime as its host uses it. Every method rejects with a RuntimeError; `principal` is who asks. */
export interface Runtime {
  /** How many commands an earlier runtime had left open; each was decided before this one served anything. */
  readonly decidedOnStart: number;
  /** What runs here and what it guarantees. Starts the browser if it does not run yet. */
  info(): Promise<RuntimeInfo>;
  /** `policy`: what the session may do and where it may connect; `invalidRequest` when it is malformed. */
  createSession(principal: string, profile?: string, policy?: SessionPolicyInput): Promise<SessionRecord>;
  closeSession(principal: string, sessionId: string): Promise<void>;
  openPage(principal: string, sessionId: string): Promise<PageRecord>;
  /** Begins a line of work; `key` is the caller's own name for it, unique per principal (`idempotencyConflict`). */
  createWorkflow(principal: string, key?: string): Promise<WorkflowRecord>;
  workflow(principal: string, workflowId: string): Promise<WorkflowRecord>;
  workflowByKey(principal: string, key: string): Promise<WorkflowRecord | null>;
  /**
   * Saves a checkpoint over the page as it is now, for a boundary command whose id is pinned beforehand and which then runs
   * with `autoCheckpoint: false`. What the caller says of it is checked against the live page and the journal:
   * `checkpointMismatch` naming the field, `notFound` for a session, page or command that is not the caller's.
   */
  saveCheckpoint(principal: string, request: CheckpointRequestInput): Promise<Checkpoint>;
  execute(principal: string, envelope: unknown, options?: ExecuteOptions): Promise<CommandOutcome>;
  /** The stored outcome; null while the command runs. */
  commandOutcome(principal: string, commandId: string): Promise<CommandOutcome | null>;
  /** Takes a workflow up again; `timeoutMs` bounds probe and restart (default 120 000). */
  recover(principal: string, workflowId: string, timeoutMs?: number): Promise<RecoveryDecision>;
  /**
   * Says what became of a command that needs reconciliation, or gives a probe to settle it by. `timeoutMs` bounds the probe
   * (default 120 000). `idempotencyConflict` when it contradicts an earlier verdict.
   */
  resolve(
    principal: string,
    workflowId: string,
    resolution: ResolutionInput,
    timeoutMs?: number,
  ): Promise<CommandOutcome>;
  /** The commands that need reconciliation. */
  unresolved(principal: string): Promise<TimelineEntry["command"][]>;
  timeline(principal: string, workflowId: string): Promise<Timeline>;
  artifact(
    principal: string,
    artifactId: string,
  ): Promise<{ readonly record: ArtifactRecord; readonly bytes: Uint8Array; readonly path: string | null }>;
  /**
   * Accepts nothing new (`interrupted`) and lets what runs end for `graceMs`; then takes the pages away, and what still
   * runs ends by the recovery table. What happened can be read until `close`.
   */
  drain(graceMs: number): Promise<void>;
  /** Lets running commands end, then closes browser and storage. */
  close(): Promise<void>;
}

export interface RuntimeParts extends ExecutorParts {
  readonly browser: BrowserPort;
}

/** How long opening a page may take, in milliseconds; the first one starts the browser. */
const openPageMs = 60_000;
const recoverMs = 120_000;
const checkpointMs = 30_000;

const publicView = ({ sealedEnvelope: _, digest: __, ...command }: StoredCommand) => command;

/** Decides what an earlier runtime left open, then serves. */
export const startRuntime = async (parts: RuntimeParts): Promise<Runtime> => {
  const { storage, clock } = parts;
  const decidedOnStart = await endInterrupted(parts);
  if (decidedOnStart > 0) parts.reach("recovery.decided");
  const sessions = createSessionManager({
    store: storage.sessions,
    browser: parts.browser,
    clock,
    sealer: parts.sealer,
  });
  const commands = createCommandService(parts, sessions);
  const recovery = createRecovery(parts, sessions, commands);

  const ownWorkflow = async (principal: string, workflowId: string): Promise<WorkflowRecord> => {
    const workflow = await storage.workflows.get(workflowId);
    if (workflow === null || workflow.principal !== principal)
      throw new RuntimeError("notFound", "no such workflow");
    return workflow;
  };

  const closePages = async (): Promise<void> => {
    // First the way out: what is still held would otherwise leave when its holder goes.
    await parts.guard.close();
    await sessions.closeAll();
  };

  return {
    decidedOnStart,
    async info() {
      const browser = await parts.browser.describe();
      return { browser, guarantee: browser.guarantee, turnedAway: parts.guard.turnedAway(), limits };
    },
    async createSession(principal, profile, policy = {}) {
      commands.refuseWhenStopped();
      if (typeof (profile ?? "") !== "string" || profile === "" || (profile ?? "").length > 64) {
        throw new RuntimeError("invalidRequest", "/profile: not a name of 1 to 64 characters", {
          pointer: "/profile",
        });
      }
      const parsed = parseRequest(sessionPolicySchema, policy);
      if (parsed.proxy !== null) await parts.guard.checkProxy(parsed.proxy);
      return sessions.create(principal, profile, parsed);
    },
    closeSession: (principal, sessionId) => sessions.close(principal, sessionId),
    async openPage(principal, sessionId) {
      commands.refuseWhenStopped();
      return sessions.openPage(deadlineIn(openPageMs, clock), principal, sessionId);
    },
    async createWorkflow(principal, key) {
      const workflow: WorkflowRecord = {
        workflowId: clock.newId(),
        principal,
        key: key ?? null,
        attemptId: clock.newId(),
        createdAt: new Date(clock.now()).toISOString(),
      };
      if ((await storage.workflows.create(workflow)) === "exists") {
        throw new RuntimeError("idempotencyConflict", `a workflow with the key "${key}" exists`);
      }
      return workflow;
    },
    workflow: ownWorkflow,
    workflowByKey: (principal, key) => storage.workflows.byKey(principal, key),
    async saveCheckpoint(principal, input) {
      const request = parseRequest(checkpointRequestSchema, input);
      const deadline = deadlineIn(checkpointMs, clock);
      await ownWorkflow(principal, request.workflowId);
      const live = await sessions.page(principal, request.sessionId, request.pageId);
      return live.exclusively(() => saveCallersCheckpoint(parts, principal, request, live, deadline));
    },
    execute: (principal, envelope, options) => commands.execute(principal, envelope, options),
    commandOutcome: (principal, commandId) => commands.outcome(principal, commandId),
    async recover(principal, workflowId, timeoutMs = recoverMs) {
      commands.refuseWhenStopped();
      return recovery.recover(principal, workflowId, deadlineIn(timeoutMs, clock));
    },
    async resolve(principal, workflowId, input, timeoutMs = recoverMs) {
      const resolution = parseRequest(resolutionSchema, input);
      return recovery.resolve(principal, workflowId, resolution, deadlineIn(timeoutMs, clock));
    },
    async unresolved(principal) {
      const open = await storage.journal.unresolved();
      return open.filter((command) => command.principal === principal).map(publicView);
    },
    async timeline(principal, workflowId) {
      const workflow = await ownWorkflow(principal, workflowId);
      const entries: TimelineEntry[] = [];
      for (const command of await storage.journal.commandsOfWorkflow(workflowId)) {
        entries.push({
          command: publicView(command),
          records: await storage.journal.records(command.commandId),
        });
      }
      return { workflow, commands: entries, receipts: await storage.receipts.ofWorkflow(workflowId) };
    },
    async artifact(principal, artifactId) {
      const record = await storage.artifacts.record(artifactId);
      const bytes = record?.principal === principal ? await storage.artifacts.read(artifactId) : null;
      if (record === null || bytes === null) throw new RuntimeError("notFound", "no such artifact");
      return { record, bytes, path: await storage.artifacts.path(artifactId) };
    },
    async drain(graceMs) {
      commands.stop();
      const drained = commands.drained();
      let callOff = () => {};
      const graceOver = new Promise<void>((resolve) => {
        callOff = clock.after(graceMs, resolve);
      });
      await Promise.race([drained, graceOver]);
      callOff();
      await closePages();
      await drained;
    },
    async close() {
      commands.stop();
      await commands.drained();
      await closePages();
      await parts.browser.close();
      await storage.close();
    },
  };
};

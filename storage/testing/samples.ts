import {
  type ArtifactRecord,
  type Checkpoint,
  type CommandOutcome,
  type PageRecord,
  type Receipt,
  type SessionRecord,
  sessionPolicySchema,
  type WorkflowRecord,
} from "../../runtime/contract/index.ts";
import type { AcceptedCommand } from "../../runtime/ports/storage.ts";

export const id = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

export const startMs = Date.UTC(2026, 10, 30, 12);
/** So many milliseconds after the beginning of the test's time. */
export const at = (ms: number): string => new Date(startMs + ms).toISOString();
export const digest = "a".repeat(64);

export const acceptedCommand = (number: number, changes: Partial<AcceptedCommand> = {}): AcceptedCommand => ({
  commandId: id(number),
  principal: "ada",
  workflowId: id(0xa1),
  attemptId: id(0xa2),
  sessionId: id(0xa3),
  pageId: id(0xa4),
  kind: "submitAndVerify",
  class: "boundary",
  digest,
  idempotencyKey: null,
  sealedEnvelope: Uint8Array.of(0, 255, number % 256),
  shown: "Send “Bürgeramt” \u0000 form",
  acceptedAt: at(number),
  ...changes,
});

export const completedOutcome = (number: number): CommandOutcome => ({
  status: "completed",
  commandId: id(number),
  effect: "answered",
  observedClass: "boundary",
  coverage: { state: "whole" },
  evidence: [{ kind: "navigation", observedAt: at(1), url: "https://example.test/done", title: "Done" }],
});

export const checkpoint = (number: number, changes: Partial<Checkpoint> = {}): Checkpoint => ({
  checkpointId: id(number),
  workflowId: id(0xa1),
  attemptId: id(0xa2),
  sessionId: id(0xa3),
  pageId: id(0xa4),
  boundaryCommandId: id(1),
  recoveryClass: "boundary",
  restartUrl: "https://example.test/",
  currentUrl: "https://example.test/form",
  invariants: {
    text: [],
    url: "https://example.test/form",
    title: "Form",
    form: { digest, fields: [{ field: "name", hash: digest }] },
  },
  replayableInputs: [id(7)],
  evidenceRefs: [],
  createdAt: at(0),
  expiresAt: at(300_000),
  ...changes,
});

export const workflow = (number: number, changes: Partial<WorkflowRecord> = {}): WorkflowRecord => ({
  workflowId: id(number),
  principal: "ada",
  key: null,
  attemptId: id(number + 0x1000),
  createdAt: at(0),
  ...changes,
});

export const session = (number: number, changes: Partial<SessionRecord> = {}): SessionRecord => ({
  sessionId: id(number),
  principal: "ada",
  profile: "default",
  policy: sessionPolicySchema.parse({}),
  createdAt: at(0),
  lastUsedAt: at(0),
  closedAt: null,
  ...changes,
});

export const page = (number: number, changes: Partial<PageRecord> = {}): PageRecord => ({
  pageId: id(number),
  sessionId: id(0xa3),
  url: "https://example.test/form",
  restartUrl: "https://example.test/",
  closedAt: null,
  ...changes,
});

export const receipt = (number: number, changes: Partial<Receipt> = {}): Receipt => ({
  receiptId: id(number),
  workflowId: id(0xa1),
  commandId: id(1),
  at: at(number),
  kind: "decision",
  class: "boundary",
  lastPhase: "executing",
  coverage: { state: "degraded", reasons: ["serviceWorker"] },
  verdict: "unknown",
  effect: "unknown",
  reasons: ["a request left and no answer was seen"],
  by: "runtime",
  ...changes,
});

export const artifact = (number: number): Omit<ArtifactRecord, "bytes" | "sha256"> => ({
  artifactId: id(number),
  principal: "ada",
  commandId: id(1),
  mediaType: "image/png",
  createdAt: at(0),
});

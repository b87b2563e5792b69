/** Every bound a caller can meet, in one place; `GET /v1/runtime` reports them (wire.md "Limits"). Bytes are UTF-8 bytes. */
export const limits = {
  purposeBytes: 256,
  expressionBytes: 65_536,
  javaScriptResultBytes: 65_536,
  setTextBytes: 65_536,
  urlBytes: 8_192,
  regexChars: 256,
  matcherBytes: 4_096,
  evidenceRefs: 128,
  completeFormFields: 128,
  extractFields: 64,
  optionValueBytes: 4_096,
  conditionDepth: 8,
  conditionItems: 32,
  /** A command's deadline may lie at most this far ahead, in milliseconds. */
  deadlineAheadMs: 300_000,
  waitTimeoutMs: 300_000,
  pagesPerSession: 16,
  sessionsPerPrincipal: 8,
  artifactBytes: 64 * 1024 * 1024,
  idempotencyKeyChars: 128,
  /** How long an idempotency key answers, in milliseconds (7 days). */
  idempotencyRetentionMs: 7 * 24 * 3_600_000,
  noteBytes: 4_096,
  /** How long a checkpoint authored by the runtime stays usable, in milliseconds. */
  checkpointLifetimeMs: 300_000,
} as const;

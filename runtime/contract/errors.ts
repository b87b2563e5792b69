import { z } from "zod";
import type { Effect } from "./effects.ts";

type Layer = "interface" | "runtime" | "storage" | "browser" | "page" | "site";
interface CodeFacts {
  readonly layer: Layer;
  /** Whether the same request may succeed later, given that nothing was sent. */
  readonly retryable: boolean;
  /** What the reader, often an agent, should do next. */
  readonly action: string;
}

/** Every code a command or an interface call can carry; pinned by a test because peers depend on it (wire.md "Errors"). */
export const errorTable = {
  invalidRequest: {
    layer: "interface",
    retryable: false,
    action: "correct the field named by `pointer`",
  },
  notFound: { layer: "interface", retryable: false, action: "check the id; list what exists" },
  idempotencyConflict: {
    layer: "interface",
    retryable: false,
    action: "use a new command id and key for a different request",
  },
  deadlineExceeded: { layer: "runtime", retryable: true, action: "send again with a later deadline" },
  policyDenied: { layer: "runtime", retryable: false, action: "ask the operator to allow this" },
  resourceExhausted: {
    layer: "runtime",
    retryable: true,
    action: "close something or wait, then send again",
  },
  internal: { layer: "runtime", retryable: false, action: "report this with the command id" },
  interrupted: {
    layer: "runtime",
    retryable: true,
    action: "recover the workflow; it starts again where it stood",
  },
  journalFailed: {
    layer: "storage",
    retryable: true,
    action: "free space or make the data directory writable, then send again",
  },
  dataDirectoryLocked: {
    layer: "storage",
    retryable: false,
    action: "stop the other runtime or use another data directory",
  },
  dataDirectoryCorrupt: {
    layer: "storage",
    retryable: false,
    action: "restore the named file from a backup",
  },
  secretUnavailable: {
    layer: "runtime",
    retryable: false,
    action: "provide the secret under the name given",
  },
  browserLaunchFailed: {
    layer: "browser",
    retryable: false,
    action: "install a browser with `npx playwright install chromium` or set HOLDFAST_BROWSER",
  },
  engineUnreachable: {
    layer: "browser",
    retryable: true,
    action: "check that the named proxy or browser can be reached",
  },
  networkPolicyDenied: {
    layer: "browser",
    retryable: false,
    action: "ask the operator to allow this address for the session",
  },
  browserCommandFailed: { layer: "browser", retryable: true, action: "look at the page, then decide" },
  pageCrashed: { layer: "browser", retryable: true, action: "recover the workflow" },
  verificationFailed: {
    layer: "page",
    retryable: false,
    action: "read `expected` and `found`, correct the value",
  },
  targetNotFound: {
    layer: "page",
    retryable: false,
    action: "describe the control by the words a person sees",
  },
  targetAmbiguous: {
    layer: "page",
    retryable: false,
    action: "add a hint that only the right candidate meets",
  },
  targetDetached: { layer: "page", retryable: true, action: "take a new look at the page" },
  targetObscured: { layer: "page", retryable: false, action: "dismiss what covers the control" },
  frameNotFound: { layer: "page", retryable: false, action: "check the frame path" },
  waitConditionTimedOut: {
    layer: "page",
    retryable: false,
    action: "check the condition against the page's evidence",
  },
  intentActionMismatch: {
    layer: "page",
    retryable: false,
    action: "use an action that the control's kind takes",
  },
  expectedStatePreSatisfied: {
    layer: "page",
    retryable: false,
    action: "choose an expected state that does not hold before the action",
  },
  boundaryRequired: { layer: "runtime", retryable: false, action: "submit it with intent_submit_and_verify" },
  checkpointMismatch: {
    layer: "runtime",
    retryable: false,
    action: "save a checkpoint that names exactly this command",
  },
  checkpointExpired: {
    layer: "runtime",
    retryable: false,
    action: "save a new checkpoint over the page as it is now",
  },
  checkpointUsed: { layer: "runtime", retryable: false, action: "save a new checkpoint for a new command" },
  formChanged: { layer: "page", retryable: false, action: "read the form again and save a new checkpoint" },
  sessionExpired: {
    layer: "site",
    retryable: false,
    action: "log in again in this session, then recover the workflow",
  },
  rejectedBySite: {
    layer: "site",
    retryable: false,
    action: "read the site's messages and correct the values",
  },
  notApplied: {
    layer: "site",
    retryable: false,
    action: "recover the workflow: it is known not to have been applied and may be submitted again",
  },
  outcomeUnknown: {
    layer: "runtime",
    retryable: false,
    action: "look at the site or give a probe, then resolve the command",
  },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof errorTable;
const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errorTable, value);
export const errorCodeSchema = z.custom<ErrorCode>(
  (value) => typeof value === "string" && isErrorCode(value),
);

export const repairSchema = z.strictObject({ action: z.string().max(512), doc: z.string().max(128) });
export type Repair = z.infer<typeof repairSchema>;

/** The effects after which nothing may ever suggest a repetition. */
const mayHaveHappened = new Set<Effect>(["sent", "answered", "unknown"]);

/** The hint for a code, given what is known to have left the browser: never "send again" once something may have been sent. */
export const repairFor = (code: ErrorCode, effect: Effect): Repair => {
  const facts = errorTable[code];
  const action =
    mayHaveHappened.has(effect) && facts.retryable ? errorTable.outcomeUnknown.action : facts.action;
  return { action, doc: `docs/errors.md#${code.toLowerCase()}` };
};

/** Bounded extra facts of an error: the field of a mismatch, candidates, messages read from the page. */
const detailsSchema = z.record(z.string().max(64), z.json());
export type ErrorDetails = z.infer<typeof detailsSchema>;

export const commandErrorSchema = z.strictObject({
  code: errorCodeSchema,
  layer: z.enum(["interface", "runtime", "storage", "browser", "page", "site"]),
  message: z.string().max(4_096),
  retryable: z.boolean(),
  /** JSON pointer to the offending part of the request. */
  pointer: z.string().max(512).optional(),
  details: detailsSchema.optional(),
  repair: repairSchema,
});
export type CommandError = z.infer<typeof commandErrorSchema>;

/** The one exception of the runtime. Expected failures of commands are outcome values; this is for calls that have no outcome. */
export class RuntimeError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly pointer: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; pointer?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "RuntimeError";
    this.code = code;
    this.details = options.details;
    this.pointer = options.pointer;
  }
}

/** The wire form of a failure with the effect that is known of it. */
export const toCommandError = (failure: RuntimeError, effect: Effect): CommandError => {
  const facts = errorTable[failure.code];
  return {
    code: failure.code,
    layer: facts.layer,
    message: failure.message.slice(0, 4_096),
    retryable: facts.retryable && !mayHaveHappened.has(effect),
    ...(failure.pointer === undefined ? {} : { pointer: failure.pointer }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
    repair: repairFor(failure.code, effect),
  };
};

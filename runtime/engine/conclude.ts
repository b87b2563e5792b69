import {
  type CommandClass,
  type Coverage,
  type Effect,
  type ObservedClass,
  RuntimeError,
} from "../contract/index.ts";
import type { SeenDispatch } from "../ports/guard.ts";
import type { Ending } from "../ports/handler.ts";

/** What was seen of a command from its first touch of the page to its end. */
export interface SeenOfCommand {
  readonly class: CommandClass;
  readonly coverage: Coverage;
  readonly dispatches: readonly SeenDispatch[];
  /** Whether a script read something meanwhile: a few sites apply what they should not through a GET. */
  readonly readByScript: boolean;
}

export type Conclusion =
  | { readonly ended: "completed"; readonly effect: Effect }
  | { readonly ended: "failed"; readonly effect: Effect; readonly failure: RuntimeError }
  | { readonly ended: "needsReconciliation"; readonly effect: Effect; readonly failure: RuntimeError };

/** A re-sent request is still a recorded one: that doubt leaves the proof of "nothing was sent" untouched. */
const sawEverything = ({ coverage }: SeenOfCommand): boolean =>
  coverage.state === "whole" || coverage.reasons.every((reason) => reason === "resendPossible");

/** What is known to have left the browser. `none` becomes `notSent` for a boundary, which might have sent. */
export const effectOf = (seen: SeenOfCommand): Effect => {
  const states = seen.dispatches.map(({ state }) => state);
  if (states.includes("answered")) return "answered";
  if (states.some((state) => state === "dispatched" || state === "failed")) return "sent";
  if (seen.class !== "boundary") return "none";
  return sawEverything(seen) && !seen.readByScript ? "notSent" : "unknown";
};

/** What the command was seen to do, whatever it declared. */
export const observedClassOf = (seen: SeenOfCommand): ObservedClass => {
  if (seen.dispatches.some(({ state }) => state !== "refused")) return "boundary";
  return seen.class === "replayable" ? "replayable" : "reconciliable";
};

const isSettled = (dispatches: readonly SeenDispatch[]): boolean =>
  dispatches.every(({ state }) => state === "answered" || state === "refused");

/** The answers that tell of the submit itself: the form's own when there was one, else those to scripts, but not to beacons. */
const answersThatCount = (dispatches: readonly SeenDispatch[]): SeenDispatch[] => {
  const answered = dispatches.filter(({ state }) => state === "answered");
  const forms = answered.filter(({ resourceType }) => resourceType === "Document");
  return forms.length > 0 ? forms : answered.filter(({ resourceType }) => resourceType !== "Ping");
};

const isError = ({ status }: SeenDispatch): boolean => status !== null && status >= 400;

/** A page that shows success over an answer that was an error: one of them is wrong, and nobody here can tell which. */
const contradiction = (dispatches: readonly SeenDispatch[]): RuntimeError | null => {
  const wrong = answersThatCount(dispatches).find(isError);
  return wrong === undefined
    ? null
    : new RuntimeError(
        "outcomeUnknown",
        `the page shows what was expected, but the site answered ${wrong.method} ${wrong.url} with status ${wrong.status}`,
        { details: { status: wrong.status, url: wrong.url } },
      );
};

/** The answer of a site that said no. */
const refusal = (dispatches: readonly SeenDispatch[]): SeenDispatch | null => {
  const answered = answersThatCount(dispatches);
  const isRefused = ({ status }: SeenDispatch) =>
    status !== null && status >= 400 && status < 500 && status !== 408;
  const [first] = answered;
  return isSettled(dispatches) && first !== undefined && answered.every(isRefused) ? first : null;
};

/** Whether something was let out that ought to be answered, and none of it was: a page may show success before, or without. */
const isUnanswered = (dispatches: readonly SeenDispatch[]): boolean => {
  const telling = dispatches.filter(({ resourceType }) => resourceType !== "Ping");
  const isOut = ({ state }: SeenDispatch) => state === "dispatched" || state === "failed";
  return telling.some(isOut) && !telling.some(({ state }) => state === "answered");
};

const unanswered = () =>
  new RuntimeError(
    "outcomeUnknown",
    "the page shows what was expected, but no answer of the site to what was sent was seen",
  );

const nothingSent = (failure: RuntimeError) =>
  new RuntimeError("verificationFailed", `nothing was sent: ${failure.message}`, {
    ...(failure.details === undefined ? {} : { details: failure.details }),
    cause: failure,
  });

/** How a boundary command ended, from what its verification saw on the page and what the guard saw leave. */
const concludeBoundary = (ending: Ending, seen: SeenOfCommand): Conclusion => {
  const effect = effectOf(seen);
  if (ending.ended === "done") {
    const contradicted = contradiction(seen.dispatches);
    if (contradicted !== null) return { ended: "needsReconciliation", effect, failure: contradicted };
    if (isUnanswered(seen.dispatches)) return { ended: "needsReconciliation", effect, failure: unanswered() };
    if (effect !== "notSent") return { ended: "completed", effect };
    const failure = new RuntimeError(
      "verificationFailed",
      "the page shows what was expected, but nothing was sent to the site",
    );
    return { ended: "failed", effect, failure };
  }
  if (ending.ended === "rejected") {
    // The page says no while a request is still out, or was cut: it cannot know either.
    return isSettled(seen.dispatches)
      ? { ended: "failed", effect, failure: ending.failure }
      : { ended: "needsReconciliation", effect: "unknown", failure: ending.failure };
  }
  if (effect === "notSent") return { ended: "failed", effect, failure: nothingSent(ending.failure) };
  const { fieldMessages = [] } = ending.ended === "unknown" ? ending : {};
  if (fieldMessages.length > 0 && effect === "answered" && isSettled(seen.dispatches)) {
    const failure = new RuntimeError(
      "rejectedBySite",
      `the site did not take the values: ${fieldMessages.join("; ")}`,
      {
        details: { messages: [...fieldMessages] },
      },
    );
    return { ended: "failed", effect, failure };
  }
  const no = refusal(seen.dispatches);
  if (no === null) {
    return {
      ended: "needsReconciliation",
      effect: effect === "answered" ? effect : "unknown",
      failure: ending.failure,
    };
  }
  const later = no.retryAfter === null ? "" : ` (retry after ${no.retryAfter})`;
  const failure = new RuntimeError(
    "rejectedBySite",
    `the site answered ${no.method} with status ${no.status}${later}`,
    {
      details: { status: no.status, retryAfter: no.retryAfter, ...ending.failure.details },
      cause: ending.failure,
    },
  );
  return { ended: "failed", effect, failure };
};

export const conclude = (ending: Ending, seen: SeenOfCommand): Conclusion => {
  if (seen.class === "boundary") return concludeBoundary(ending, seen);
  const effect = effectOf(seen);
  if (ending.ended === "done") return { ended: "completed", effect };
  // A page that sends something by itself while it is filled, and then is not what it was, may have submitted.
  const left = seen.class === "reconciliable" && (effect === "sent" || effect === "answered");
  return { ended: left ? "needsReconciliation" : "failed", effect, failure: ending.failure };
};

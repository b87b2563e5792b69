import { type CommandInputs, RuntimeError, type WaitCondition } from "../runtime/contract/index.ts";
import type { CommandContext, Ending, Handlers } from "../runtime/ports/handler.ts";
import { findAction } from "./find.ts";

const pollMs = 100;
/** A success that is taken back within this time was none, in milliseconds. */
const stableMs = 300;
/** Messages at fields that stay this long are the end, in milliseconds of polling. */
const complainingMs = 1_000;
/** Kept for evidence and records at the end of the command, in milliseconds. */
const reserveMs = 1_000;

type Reading = Awaited<ReturnType<CommandContext["read"]>>;
type Watched = "expectedState" | "rejectedState";

const noteWait = (context: CommandContext, condition: Watched, reading: Reading, elapsedMs: number) =>
  context.evidence({
    kind: "wait",
    untrusted: true,
    condition,
    held: reading.held,
    elapsedMs,
    observations: [...reading.observations],
  });

const seen = (reading: Reading): string =>
  reading.observations
    .filter((observation) => observation.held)
    .map((observation) => observation.seen)
    .join("; ");

/** A condition that holds, and still does a moment later. */
const holdsStably = async (context: CommandContext, condition: WaitCondition): Promise<Reading | null> => {
  if (!(await context.read(condition)).held) return null;
  await context.deadline.pause(stableMs);
  const reading = await context.read(condition);
  return reading.held ? reading : null;
};

/** Messages the page shows now; a page between two documents shows none. */
const noteMessages = async (context: CommandContext): Promise<string[]> => {
  try {
    const messages = await context.page.shownMessages(context.deadline);
    if (messages.length > 0) context.evidence({ kind: "validation", untrusted: true, messages });
    return messages.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`));
  } catch (error) {
    if (error instanceof RuntimeError) return [];
    throw error;
  }
};

const rejected = async (context: CommandContext, reading: Reading): Promise<Ending> => {
  const shown = await noteMessages(context);
  const messages = [...new Set([...shown, seen(reading)])].filter((message) => message !== "");
  return {
    ended: "rejected",
    failure: new RuntimeError("rejectedBySite", `the site rejected it: ${messages.join("; ")}`, {
      details: { messages },
    }),
  };
};

/** Messages at fields now that were not there before; a page between two documents has none. */
const newFieldMessages = async (context: CommandContext, before: ReadonlySet<string>): Promise<string[]> => {
  try {
    const shown = await context.page.shownMessages(context.deadline);
    return shown
      .filter(({ field, message }) => field !== "" && message !== "")
      .map(({ field, message }) => `${field}: ${message}`)
      .filter((text) => !before.has(text));
  } catch (error) {
    if (error instanceof RuntimeError) return [];
    throw error;
  }
};

/** Reads the page until it shows what was expected or what means rejection; afterwards only the truth is left: not known. */
const awaitEnd = async (
  context: CommandContext,
  expectedState: WaitCondition,
  rejectedState: WaitCondition | undefined,
  messagesBefore: ReadonlySet<string>,
): Promise<Ending> => {
  const begun = context.deadline.remaining();
  const limit = context.deadline.atMost(Math.max(0, begun - reserveMs));
  const elapsed = () => Math.max(0, Math.round(begun - context.deadline.remaining()));
  let last: Reading = { held: false, observations: [] };
  let complainedMs = 0;
  for (;;) {
    const no = rejectedState === undefined ? null : await holdsStably(context, rejectedState);
    if (no !== null) {
      noteWait(context, "rejectedState", no, elapsed());
      return rejected(context, no);
    }
    const yes = await holdsStably(context, expectedState);
    if (yes !== null) {
      noteWait(context, "expectedState", yes, elapsed());
      return { ended: "done" };
    }
    if (limit.passed()) break;
    const complaints = await newFieldMessages(context, messagesBefore);
    complainedMs = complaints.length === 0 ? 0 : complainedMs + pollMs;
    if (complainedMs >= complainingMs) break;
    last = await context.read(expectedState);
    await limit.pause(pollMs);
  }
  noteWait(context, "expectedState", last, elapsed());
  const messages = await noteMessages(context);
  return {
    ended: "unknown",
    fieldMessages: await newFieldMessages(context, messagesBefore),
    failure: new RuntimeError(
      "outcomeUnknown",
      "it was submitted, and the page shows neither success nor rejection",
      {
        details: { messages, observations: [...last.observations] },
      },
    ),
  };
};

/** How often the page may be drawn anew while its button is made out. */
const mostRedraws = 3;

/** Settles what is to be clicked and that it may be: throws when a state holds already, the form is incomplete, or no click would reach it. */
const settleTarget = async (context: CommandContext, input: CommandInputs["submitAndVerify"]) => {
  const control = await findAction(context, input);
  for (const [name, condition] of [
    ["expected", input.expectedState],
    ["rejected", input.rejectedState],
  ] as const) {
    const before = condition === undefined ? null : await context.read(condition);
    if (before?.held !== true) continue;
    noteWait(context, name === "expected" ? "expectedState" : "rejectedState", before, 0);
    throw new RuntimeError(
      "expectedStatePreSatisfied",
      `the ${name} state holds before anything was submitted`,
      {
        details: { observations: [...before.observations] },
      },
    );
  }
  const blocking = await context.page.blockingMessages(context.deadline, control.ref);
  if (blocking.length > 0) {
    context.evidence({ kind: "validation", untrusted: true, messages: blocking });
    const fields = blocking.map(({ field, message }) => `${field}: ${message}`);
    throw new RuntimeError("verificationFailed", `the form is not complete: ${fields.join("; ")}`, {
      details: { messages: fields },
    });
  }
  const shown = await context.page.shownMessages(context.deadline);
  await context.page.checkClickable(context.deadline, control.ref);
  return { control, messagesBefore: new Set(shown.map(({ field, message }) => `${field}: ${message}`)) };
};

export const submitAndVerify: Handlers["submitAndVerify"] = async (context, input) => {
  for (let redraws = 0; ; redraws++) {
    try {
      const { control, messagesBefore } = await settleTarget(context, input);
      return {
        act: () => context.page.click(context.deadline, control.ref),
        verify: () => awaitEnd(context, input.expectedState, input.rejectedState, messagesBefore),
      };
    } catch (error) {
      const redrawn = error instanceof RuntimeError && error.code === "targetDetached";
      if (!redrawn || redraws >= mostRedraws) throw error;
    }
  }
};

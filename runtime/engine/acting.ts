import { limits, RuntimeError, type TargetSpec } from "../contract/index.ts";
import type { CommandContext, Ending, Handlers } from "../ports/handler.ts";
import { describeTarget, fitsTarget } from "./conditions.ts";
import { waitUntil } from "./waitUntil.ts";

const done = { ended: "done" } as const;

/** What a click or key causes by itself begins within this time, in milliseconds; until then its command watches. */
const consequencesMs = 150;

/** The one element a target means; refused when none or several do. */
const oneTarget = async (context: CommandContext, target: TargetSpec): Promise<string> => {
  const looks = (await context.page.targets(context.deadline, target)).filter(
    (look) => fitsTarget(target, look) && look.visible,
  );
  const chosen = target.ordinal === undefined ? looks : looks.slice(target.ordinal - 1, target.ordinal);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only.ref;
  const candidates = chosen.slice(0, 8).map(({ role, name }) => ({ role, name }));
  throw only === undefined
    ? new RuntimeError("targetNotFound", `no visible element fits (${describeTarget(target)})`)
    : new RuntimeError("targetAmbiguous", `${chosen.length} elements fit (${describeTarget(target)})`, {
        details: { candidates },
      });
};

const click: Handlers["click"] = async (context, { target, expectedUrl, boundary }) => {
  const ref = await oneTarget(context, target);
  await context.page.checkClickable(context.deadline, ref);
  return {
    act: () => context.page.click(context.deadline, ref),
    async verify(): Promise<Ending> {
      await context.deadline.pause(consequencesMs);
      if (expectedUrl === undefined) return done;
      const condition = { url: { matcher: expectedUrl } };
      const { held, observations } = await waitUntil(
        context,
        condition,
        Math.max(0, context.deadline.remaining() - 1_000),
      );
      if (held) return done;
      const failure = new RuntimeError(
        "verificationFailed",
        "the page did not come to the expected address",
        {
          details: { observations: [...observations] },
        },
      );
      return boundary ? { ended: "unknown", failure } : { ended: "failed", failure };
    },
  };
};

const pressKey: Handlers["pressKey"] = async (context, { key, target }) => {
  const ref = target === undefined ? null : await oneTarget(context, target);
  return {
    act: () => context.page.pressKey(context.deadline, ref, key),
    async verify() {
      await context.deadline.pause(consequencesMs);
      return done;
    },
  };
};

const evaluateJavaScript: Handlers["evaluateJavaScript"] = async (
  context,
  { expression, timeoutMs, awaitPromise },
) => {
  if (!context.policy.javaScript)
    throw new RuntimeError("policyDenied", "the session does not allow scripts");
  return {
    async act() {
      const value = await context.page.evaluate(context.deadline.atMost(timeoutMs), expression, awaitPromise);
      const bytes = Buffer.from(value ?? "");
      const truncated = bytes.length > limits.javaScriptResultBytes;
      // A cut in the middle of a character loses that character, not the bound.
      const shown = truncated
        ? bytes
            .subarray(0, limits.javaScriptResultBytes - 4)
            .toString()
            .replace(/\uFFFD$/, "")
        : value;
      context.evidence({
        kind: "javaScriptResult",
        untrusted: true,
        value: shown?.toWellFormed() ?? null,
        truncated,
      });
    },
    async verify() {
      await context.deadline.pause(consequencesMs);
      return done;
    },
  };
};

/** Primitives that touch the page without an intent. */
export const actingHandlers = { click, pressKey, evaluateJavaScript } satisfies Partial<Handlers>;

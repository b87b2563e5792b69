import { RuntimeError } from "../contract/index.ts";
import type { CommandContext, Handler, Handlers } from "../ports/handler.ts";
import { waitUntil } from "./waitUntil.ts";

const done = { ended: "done" } as const;

/** A plan that reads and needs no verification. */
const reading = (act: () => Promise<void>) => ({ act, verify: async () => done });

const navigate: Handlers["navigate"] = async (context, input) =>
  reading(async () => {
    const facts = await context.page.goto(
      context.deadline.atMost(input.timeoutMs),
      input.url,
      input.waitUntil,
    );
    await context.movedTo(input.url);
    context.evidence({ kind: "navigation", untrusted: true, url: facts.url, title: facts.title });
  });

const waitFor: Handler<{ condition: Parameters<CommandContext["read"]>[0]; timeoutMs: number }> = async (
  context,
  input,
) =>
  reading(async () => {
    const started = context.deadline.remaining();
    const { held, observations } = await waitUntil(context, input.condition, input.timeoutMs);
    const elapsedMs = Math.max(0, Math.round(started - context.deadline.remaining()));
    const seen = [...observations];
    context.evidence({
      kind: "wait",
      untrusted: true,
      condition: "condition",
      held,
      elapsedMs,
      observations: seen,
    });
    if (!held) {
      throw new RuntimeError(
        "waitConditionTimedOut",
        `the condition did not hold within ${input.timeoutMs} ms`,
        {
          details: { observations: seen },
        },
      );
    }
  });

const captureScreenshot: Handlers["captureScreenshot"] = async (context, input) =>
  reading(() => context.screenshot("asked", input.fullPage));

/** The primitives; `waitForState` is `waitFor` under the intents' name. */
export const primitiveHandlers = {
  navigate,
  waitFor,
  captureScreenshot,
  waitForState: waitFor,
} satisfies Partial<Handlers>;

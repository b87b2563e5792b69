import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CDPSession } from "playwright";
import { z } from "zod";
import type { StoppedSubmit } from "./watchState.ts";

const script = readFileSync(new URL("./inPage/submitGuard.js", import.meta.url), "utf8");

const stoppedSchema: z.ZodType<StoppedSubmit> = z.object({
  control: z.string().max(1_024),
  form: z.string().max(1_024),
  trigger: z.enum(["control", "key", "script"]),
});
const bindingSchema = z.object({ name: z.string(), payload: z.string().max(16_384) });
const contextSchema = z.object({ context: z.object({ id: z.number(), name: z.string() }) });
const destroyedSchema = z.object({ executionContextId: z.number() });
const scriptSchema = z.object({ identifier: z.string() });
const frameTreeSchema = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });

/** The submit guard of one page (or of one frame that runs in a process of its own). */
export interface SubmitGuard {
  /** While armed, submits pass. Also holds for documents that are loaded meanwhile. */
  setArmed(armed: boolean): Promise<void>;
}

/** Puts the guard before the page's own scripts, in a world the page can neither see nor call. */
export const installSubmitGuard = async (
  cdp: CDPSession,
  armed: boolean,
  onStopped: (submit: StoppedSubmit) => void,
): Promise<SubmitGuard> => {
  const secret = randomBytes(12).toString("hex");
  const [world, binding] = [`world-${secret}`, `binding-${secret}`];
  const contexts = new Set<number>();
  const source = (state: boolean) =>
    `${script}; guardSubmits(${JSON.stringify({ binding, armed: state })}); undefined;`;

  cdp.on("Runtime.executionContextCreated", (event) => {
    const { context } = contextSchema.parse(event);
    if (context.name === world) contexts.add(context.id);
  });
  cdp.on("Runtime.executionContextDestroyed", (event) =>
    contexts.delete(destroyedSchema.parse(event).executionContextId),
  );
  cdp.on("Runtime.executionContextsCleared", () => contexts.clear());
  cdp.on("Runtime.bindingCalled", (event) => {
    const call = bindingSchema.safeParse(event);
    if (!call.success || call.data.name !== binding) return;
    const stopped = stoppedSchema.safeParse(JSON.parse(call.data.payload));
    if (stopped.success) onStopped(stopped.data);
  });

  const addScript = async (state: boolean): Promise<string> =>
    scriptSchema.parse(
      await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: source(state), worldName: world }),
    ).identifier;

  await cdp.send("Runtime.enable");
  await cdp.send("Runtime.addBinding", { name: binding, executionContextName: world });
  let current = await addScript(armed);
  const { frameTree } = frameTreeSchema.parse(await cdp.send("Page.getFrameTree"));
  const created = z
    .object({ executionContextId: z.number() })
    .parse(await cdp.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: world }));
  await cdp.send("Runtime.evaluate", { contextId: created.executionContextId, expression: source(armed) });

  return {
    async setArmed(state) {
      const next = await addScript(state);
      await cdp.send("Page.removeScriptToEvaluateOnNewDocument", { identifier: current });
      current = next;
      await Promise.all(
        [...contexts].map((contextId) =>
          cdp
            .send("Runtime.evaluate", { contextId, expression: `globalThis.holdfastArm?.(${state})` })
            // A document that went away meanwhile has nothing left to arm.
            .catch(() => contexts.delete(contextId)),
        ),
      );
    },
  };
};

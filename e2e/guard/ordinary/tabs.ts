import { type Browser, expect } from "@playwright/test";
import {
  attemptRunner,
  type CommandInput,
  type CommandOutcome,
  type Runtime,
} from "../../../gateway/index.ts";
import type { Tab } from "./ordinaryPage.ts";
import type { Site } from "./site.ts";

interface OpenTab {
  readonly tab: Tab;
  close(): Promise<void>;
}

const shown = "document.body.innerText.trim()";

/** A tab of plain Playwright. */
export const openPlainTab = async (browser: Browser, { origin, otherOrigin }: Site): Promise<OpenTab> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, acceptDownloads: false });
  const page = await context.newPage();
  const tab: Tab = {
    origin,
    otherOrigin,
    go: (to) =>
      page.goto(new URL(to, origin).href, { waitUntil: "domcontentloaded" }).then(
        () => "arrived",
        () => "failed",
      ),
    run: (expression) => page.evaluate(expression),
    click: (css) => page.locator(css).click(),
    sees: (text) => expect(page.locator("body")).toContainText(text),
    shown: () => page.evaluate(shown),
  };
  return { tab, close: () => context.close() };
};

const demand = (outcome: CommandOutcome): CommandOutcome => {
  if (outcome.status === "completed") return outcome;
  const why = "error" in outcome ? `${outcome.error.code}: ${outcome.error.message}` : "";
  throw new Error(`the command ended ${outcome.status} ${why}`);
};

const primitive = (input: Extract<CommandInput, { kind: "primitive" }>["input"]): CommandInput => ({
  kind: "primitive",
  input,
});

/** A tab of the runtime with the guard's default policy. */
export const openGuardedTab = async (runtime: Runtime, { origin, otherOrigin }: Site): Promise<OpenTab> => {
  const principal = "local";
  const { workflowId, attemptId } = await runtime.createWorkflow(principal);
  const { sessionId } = await runtime.createSession(principal, "default", { ignoreHTTPSErrors: true });
  const { pageId } = await runtime.openPage(principal, sessionId);
  const run = attemptRunner(runtime, { principal, workflowId, attemptId, sessionId, pageId });
  const evaluate = async (expression: string): Promise<unknown> => {
    const input = { expression, timeoutMs: 20_000 };
    const { evidence } = demand(await run(primitive({ kind: "evaluateJavaScript", input })));
    const result = evidence.find((item) => item.kind === "javaScriptResult");
    return JSON.parse(result?.value ?? "null");
  };
  const tab: Tab = {
    origin,
    otherOrigin,
    async go(to) {
      const outcome = await run(primitive({ kind: "navigate", input: { url: new URL(to, origin).href } }));
      return outcome.status === "completed" ? "arrived" : "failed";
    },
    run: evaluate,
    async click(css, effect) {
      const input = { target: { css }, boundary: effect === "boundary" };
      demand(await run(primitive({ kind: "click", input })));
    },
    async sees(text) {
      const condition = { text: { matcher: { contains: text } } };
      demand(await run(primitive({ kind: "waitFor", input: { condition, timeoutMs: 10_000 } })));
    },
    shown: () => evaluate(shown),
  };
  return { tab, close: () => runtime.closeSession(principal, sessionId) };
};

import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import {
  type AttemptPlace,
  attemptRunner,
  type CommandInput,
  type CommandOutcome,
  type RunOptions,
  type Runtime,
  type SessionPolicyInput,
} from "../../../../gateway/index.ts";
import { openSite } from "../site.ts";
import { type Channel, channelAnswer } from "./channel.ts";

const principal = "local";
const send = { css: "#send" };
const isDone = { contains: "done" };
const bounded = { timeoutMs: 20_000 };

type Primitive = Extract<CommandInput, { kind: "primitive" }>["input"];

export type Trigger = "click" | "Enter" | "script";
export type Tab = Pick<AttemptPlace, "sessionId" | "pageId">;

/** A channel's page, its form filled with "Grace". */
export interface ChannelPage {
  /** Method and path of what arrived below `/sink`. */
  hits(): string[];
  /** The bodies of the forms that arrived. */
  forms(): string[];
  /** Waits for what is expected to arrive; what does not arrive is for the test to say. */
  settled(): Promise<void>;
  /** Uses the channel by a click that is declared to have an effect. */
  useArmed(): Promise<{ readonly outcome: CommandOutcome; readonly dispatches: number }>;
  /** Uses it by a command that claims to be innocent; `through`: nothing is going to stop it. */
  useInnocently(trigger: Trigger, through: boolean): Promise<CommandOutcome>;
  submitAndVerify(): Promise<CommandOutcome>;
  /** Whether the form still holds what was typed into it. */
  keepsValue(): Promise<boolean>;
  close(): Promise<void>;
}

export const openTab = async (runtime: Runtime, policy: SessionPolicyInput): Promise<Tab> => {
  const { sessionId } = await runtime.createSession(principal, "default", policy);
  const { pageId } = await runtime.openPage(principal, sessionId);
  return { sessionId, pageId };
};

/** Opens a channel's page from a server of its own. */
export const openChannel = async (runtime: Runtime, channel: Channel, tab: Tab): Promise<ChannelPage> => {
  const site = await openSite("http", channelAnswer(channel));
  const { workflowId, attemptId } = await runtime.createWorkflow(principal);
  const execute = attemptRunner(runtime, { ...tab, principal, workflowId, attemptId });
  const run = (input: Primitive, options: RunOptions = bounded) =>
    execute({ kind: "primitive", input }, options);
  const hits = () =>
    site.seen().flatMap(({ method, path }) => (path.startsWith("/sink") ? [`${method} ${path}`] : []));
  await run({ kind: "navigate", input: { url: `${site.origin}/page` } });
  return {
    hits,
    forms: () =>
      site
        .seen()
        .flatMap(({ method, path, body }) => (method === "POST" && path === "/sink/done" ? [body] : [])),
    settled: () =>
      expect
        .poll(() => hits().length, { timeout: 3_000 })
        .toBeGreaterThanOrEqual(channel.hits.length)
        .catch(() => {}),
    async useArmed() {
      const commandId = randomUUID();
      const input = { target: send, boundary: true, expectedUrl: isDone };
      const outcome = await run({ kind: "click", input }, { ...bounded, commandId });
      const { commands } = await runtime.timeline(principal, workflowId);
      const entry = commands.find(({ command }) => command.commandId === commandId);
      return { outcome, dispatches: (entry?.records ?? []).filter(({ step }) => step === "dispatch").length };
    },
    useInnocently(trigger, through) {
      const expected = through ? { expectedUrl: isDone } : {};
      if (trigger === "click") return run({ kind: "click", input: { target: send, ...expected } });
      if (trigger === "Enter") return run({ kind: "pressKey", input: { key: "Enter", target: send } });
      const expression = 'void document.querySelector("#send").click()';
      return run({ kind: "evaluateJavaScript", input: { expression } });
    },
    submitAndVerify: () =>
      execute(
        {
          kind: "intent",
          input: {
            kind: "submitAndVerify",
            input: { purpose: "send it", expectedState: { url: { matcher: isDone } } },
          },
        },
        bounded,
      ),
    async keepsValue() {
      const condition = { value: { target: { css: "[name=name]" }, matcher: { exact: "Grace" } } };
      return (await run({ kind: "waitFor", input: { condition, timeoutMs: 1_000 } })).status === "completed";
    },
    close: () => site.close(),
  };
};

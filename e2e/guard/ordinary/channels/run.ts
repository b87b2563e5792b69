import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import {
  attemptRunner,
  type CommandInput,
  type CommandOutcome,
  type Evidence,
  type RunOptions,
  type Runtime,
  type SessionPolicyInput,
} from "../../../../gateway/index.ts";
import { openSite, type Site } from "../site.ts";
import { type Channel, channelAnswer } from "./channel.ts";

const principal = "local";

export type Trigger = "click" | "Enter" | "script";

/** A channel's page in a tab, its form filled with "Grace". */
export interface ChannelPage {
  readonly site: Site;
  readonly run: (command: CommandInput, options?: RunOptions) => Promise<CommandOutcome>;
  /** Method and path of what arrived below `/sink`. */
  hits(): string[];
  /** Waits for what is expected to arrive; what does not arrive is for the test to say. */
  settled(): Promise<void>;
  open(): Promise<void>;
  /** What the journal says of the dispatches of a command. */
  dispatched(commandId: string): Promise<string[]>;
  close(): Promise<void>;
}

export const openChannel = async (
  runtime: Runtime,
  channel: Channel,
  policy: SessionPolicyInput,
): Promise<ChannelPage> => {
  const site = await openSite("http", channelAnswer(channel));
  const { workflowId, attemptId } = await runtime.createWorkflow(principal);
  const { sessionId } = await runtime.createSession(principal, "default", policy);
  const { pageId } = await runtime.openPage(principal, sessionId);
  const run = attemptRunner(runtime, { principal, workflowId, attemptId, sessionId, pageId });
  const hits = () =>
    site.seen().flatMap(({ method, path }) => (path.startsWith("/sink") ? [`${method} ${path}`] : []));
  return {
    site,
    run,
    hits,
    settled: () =>
      expect
        .poll(() => hits().length, { timeout: 3_000 })
        .toBeGreaterThanOrEqual(channel.hits.length)
        .catch(() => {}),
    async open() {
      const url = `${site.origin}/page`;
      await run({ kind: "primitive", input: { kind: "navigate", input: { url } } });
      const expression = 'document.querySelector("[name=name]").value = "Grace"';
      await run({ kind: "primitive", input: { kind: "evaluateJavaScript", input: { expression } } });
    },
    async dispatched(commandId) {
      const { commands } = await runtime.timeline(principal, workflowId);
      const entry = commands.find(({ command }) => command.commandId === commandId);
      return (entry?.records ?? []).flatMap(({ step, body }) => (step === "dispatch" ? [body] : []));
    },
    async close() {
      await runtime.closeSession(principal, sessionId);
      await site.close();
    },
  };
};

const send = { css: "#send" };
const isDone = { contains: "done" };

/** Uses the channel by a click that is declared to have an effect. */
export const useArmed = async (page: ChannelPage) => {
  const commandId = randomUUID();
  const input = { target: send, boundary: true, expectedUrl: isDone };
  const outcome = await page.run(
    { kind: "primitive", input: { kind: "click", input } },
    { commandId, timeoutMs: 10_000 },
  );
  await page.settled();
  return { outcome, dispatched: await page.dispatched(commandId) };
};

/** Uses the channel by a command that claims to be innocent; `through`: nothing is going to stop it. */
export const useInnocently = (
  page: ChannelPage,
  trigger: Trigger,
  through: boolean,
): Promise<CommandOutcome> => {
  const options = { timeoutMs: 10_000 };
  if (trigger === "click") {
    const input = { target: send, ...(through ? { expectedUrl: isDone } : {}) };
    return page.run({ kind: "primitive", input: { kind: "click", input } }, options);
  }
  if (trigger === "Enter")
    return page.run(
      { kind: "primitive", input: { kind: "pressKey", input: { key: "Enter", target: send } } },
      options,
    );
  const expression = 'void document.querySelector("#send").click()';
  return page.run(
    { kind: "primitive", input: { kind: "evaluateJavaScript", input: { expression } } },
    options,
  );
};

export const submitAfterwards: CommandInput = {
  kind: "intent",
  input: {
    kind: "submitAndVerify",
    input: { purpose: "send it", expectedState: { url: { matcher: isDone } } },
  },
};

type Exchange = Extract<Evidence, { kind: "networkExchange" }>;

/** Method and path of every recorded exchange and its hops. */
export const exchangesOf = ({ evidence }: CommandOutcome): string[] =>
  evidence
    .filter((item): item is Exchange => item.kind === "networkExchange")
    .map(({ method, url }) => `${method} ${new URL(url).pathname}${new URL(url).search}`);

export const coverageOf = ({ coverage }: CommandOutcome): string =>
  coverage.state === "whole" ? "whole" : `degraded: ${coverage.reasons.join(", ")}`;

export const endOf = (outcome: CommandOutcome): string =>
  "error" in outcome ? `${outcome.status}/${outcome.error.code}` : outcome.status;

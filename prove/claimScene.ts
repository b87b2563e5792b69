import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import type { DispatchStep, GuardPort, Watch } from "../runtime/ports/guard.ts";
import type { Storage } from "../runtime/ports/storage.ts";
import type { ChildMessage, ChildTask } from "./childMessages.ts";
import type { HeldBrowser } from "./heldBrowser.ts";
import { clickButton, type PagePlan, pagePath } from "./pages.ts";
import { poll } from "./poll.ts";
import { type Random, randomFrom } from "./random.ts";
import { acceptCommand, type CommandParts } from "./watchedCommand.ts";
import { type Kind, kindSchema } from "./ways.ts";

/** How long requests may take to be seen, and then to be answered, in milliseconds; the site needs at most 250. */
const seenMs = 3_000;
const answeredMs = 800;

interface Parts {
  readonly task: ChildTask;
  readonly guard: GuardPort;
  readonly storage: Storage;
  readonly browser: HeldBrowser;
  readonly sessionId: string;
  say(message: ChildMessage): void;
}

/** A journal as a slow disk makes it, so that a kill falls before, into and after a write. */
const slowJournal =
  (random: Random): CommandParts["record"] =>
  async (_commandId, _step: DispatchStep, write) => {
    const pause = (most: number) => new Promise((resolve) => setTimeout(resolve, random.between(0, most)));
    await pause(400);
    await write();
    await pause(100);
  };

const expectedOf = ({ kind, requests }: PagePlan): number => {
  if (kind === "nothing") return 0;
  // The page that is left for the next one is one more.
  return kind === "keepalive" || kind === "beacon" ? requests + 1 : requests;
};

const planOf = (commandId: string, kind: Kind, random: Random): PagePlan => ({
  commandId,
  kind,
  requests: kind === "form" || kind === "link" ? 1 : random.pick([1, 1, 2]),
  delayMs: random.between(0, 250),
  ending: random.between(1, 8) === 1 ? "cut" : "ok",
});

const isSettled = (watch: Watch) => watch.dispatches().every(({ state }) => state !== "dispatched");

const runOne = async (
  { say, ...parts }: CommandParts & Pick<Parts, "say">,
  { page, pageId, url }: { readonly page: Page; readonly pageId: string; readonly url: string },
  random: Random,
): Promise<string | null> => {
  const kind = random.pick(kindSchema.options);
  const command = await acceptCommand(parts, { pageId, kind });
  const plan = planOf(command.commandId, kind, random);
  await page.goto(`${url}${pagePath(plan)}`);
  const watch = await command.arm();
  say({ said: "armed" });
  await page.evaluate(clickButton);
  const seen = await poll(() => watch.dispatches().length >= expectedOf(plan), seenMs);
  await poll(() => isSettled(watch), answeredMs);
  await command.end(watch);
  return seen ? null : `${kind}: ${watch.dispatches().length} of ${expectedOf(plan)} requests were seen`;
};

/** Runs one random command after the other until it is killed. */
export const runCommands = async ({ task, say, browser, ...rest }: Parts): Promise<void> => {
  const random = randomFrom(task.seed);
  const parts = { ...rest, say, workflowId: task.workflowId, record: slowJournal(random) };
  const pageId = randomUUID();
  const page = await browser.openPage(pageId);
  for (;;) {
    const trouble = await runOne(parts, { page, pageId, url: task.url }, random);
    if (trouble !== null) say({ said: "trouble", what: trouble });
  }
};

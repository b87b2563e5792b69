import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { DispatchStep, GuardPort } from "../runtime/ports/guard.ts";
import type { Storage } from "../runtime/ports/storage.ts";
import type { ChildMessage, ChildTask } from "./childMessages.ts";
import type { HeldBrowser } from "./heldBrowser.ts";
import { clickButton, pagePath } from "./pages.ts";
import { acceptCommand } from "./watchedCommand.ts";
import type { Kind } from "./ways.ts";

/** The pages of one kill: two requests of each kind. A form takes a page of its own, since it replaces it. */
const scene: readonly { readonly kind: Kind; readonly requests: number }[] = [
  { kind: "form", requests: 1 },
  { kind: "form", requests: 1 },
  { kind: "fetch", requests: 2 },
  { kind: "keepalive", requests: 2 },
  { kind: "beacon", requests: 2 },
];
/** How many requests are paused when the scene is complete. */
export const pausedPerKill = scene.reduce((sum, { requests }) => sum + requests, 0);

const bodySchema = z.object({ method: z.string() });
const changesTheWorld = ({ body }: DispatchStep) => bodySchema.parse(JSON.parse(body)).method !== "GET";
const never = () => new Promise<void>(() => {});

interface Parts {
  readonly task: ChildTask;
  readonly guard: GuardPort;
  readonly storage: Storage;
  readonly browser: HeldBrowser;
  readonly sessionId: string;
  say(message: ChildMessage): void;
}

/** Holds requests of every kind before their record is written. The leaving page itself may go: it is recorded and let out. */
export const holdPaused = async ({ task, say, browser, ...rest }: Parts): Promise<void> => {
  const parts = {
    ...rest,
    workflowId: task.workflowId,
    record(commandId: string, step: DispatchStep, write: () => Promise<void>) {
      if (!changesTheWorld(step)) return write();
      say({ said: "held", commandId });
      return never();
    },
  };
  const pages = await Promise.all(
    scene.map(async ({ kind, requests }) => {
      const pageId = randomUUID();
      const page = await browser.openPage(pageId);
      const command = await acceptCommand(parts, { pageId, kind });
      const plan = { commandId: command.commandId, kind, requests, delayMs: 0, ending: "ok" as const };
      await page.goto(`${task.url}${pagePath(plan)}`);
      await command.arm();
      return page;
    }),
  );
  await Promise.all(pages.map((page) => page.evaluate(clickButton)));
};

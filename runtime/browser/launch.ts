import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { type Coverage, RuntimeError, type SessionPolicy } from "../contract/index.ts";
import type { BrowserDescription, BrowserPort } from "../ports/browser.ts";
import type { DeadlineView } from "../ports/deadline.ts";
import { findBrowser } from "./findBrowser.mjs";
import { within } from "./frames.ts";
import { createPageDriver } from "./pageDriver.ts";
import { quietArguments } from "./quietArguments.ts";

export interface LaunchOptions {
  /** A browser to use instead of the one that would be found. */
  readonly executablePath?: string;
  readonly headless?: boolean;
  /** A Chromium that runs already: the address of its debugging port. It is left running at the end. */
  readonly connectOverCDP?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly guard: LaunchGuard;
}

/** What stands around the browser before it does anything; `guard/networkGuard.ts` implements it. */
export interface LaunchGuard {
  attachBrowser(browser: Browser): Promise<void>;
  openSession(sessionId: string, policy: SessionPolicy): Promise<{ readonly server: string }>;
  followContext(sessionId: string, context: BrowserContext): void;
  namePage(page: Page, pageId: string | null): Promise<void>;
  proveTether(sessionId: string, context: BrowserContext): Promise<void>;
  closeSession(sessionId: string): Promise<void>;
}

const own: Coverage = { state: "whole" };
// Whoever holds the debugging port of a browser can open contexts beside the guarded ones; those are not ours to speak of.
const remote: Coverage = { state: "degraded", reasons: ["remoteBrowser"] };

const fix =
  "run `npx playwright install chromium`, install Chrome or Chromium, or set HOLDFAST_BROWSER to its path";

const locate = (options: LaunchOptions): { readonly path: string; readonly source: string } => {
  if (options.executablePath !== undefined) return { path: options.executablePath, source: "option" };
  const found = findBrowser({ env: options.env, playwrightPath: chromium.executablePath() });
  if (found.missing) {
    const message = `no browser found (${found.reason}); tried ${found.tried.join(", ")}: ${fix}`;
    throw new RuntimeError("browserLaunchFailed", message, { details: { tried: [...found.tried] } });
  }
  return found;
};

/** Chromium, started on first use. Signals are left to the host: tear-down has an order of its own. */
export const createBrowser = (options: LaunchOptions): BrowserPort => {
  let started: Promise<{ browser: Browser; description: BrowserDescription }> | null = null;

  const connect = async (endpoint: string) => {
    try {
      const browser = await chromium.connectOverCDP(endpoint);
      await options.guard.attachBrowser(browser);
      const description = {
        path: endpoint,
        source: "connectOverCDP",
        version: browser.version(),
        guarantee: remote,
      };
      return { browser, description };
    } catch (error) {
      const first = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      throw new RuntimeError("engineUnreachable", `no browser answers at ${endpoint} (${first})`, {
        cause: error,
      });
    }
  };

  const launch = async () => {
    if (options.connectOverCDP !== undefined) return connect(options.connectOverCDP);
    const { path, source } = locate(options);
    try {
      const browser = await chromium.launch({
        executablePath: path,
        headless: options.headless ?? true,
        args: [...quietArguments],
        // Chromium cannot use its sandbox as root; everybody else keeps it.
        chromiumSandbox: process.getuid?.() !== 0,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      await options.guard.attachBrowser(browser);
      return { browser, description: { path, source, version: browser.version(), guarantee: own } };
    } catch (error) {
      const first = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      throw new RuntimeError(
        "browserLaunchFailed",
        `the browser at ${path} did not start (${first}): ${fix}`,
        {
          details: { path, source },
          cause: error,
        },
      );
    }
  };

  /** A browser that failed to start or has died is started again by the next one who needs it. */
  const running = async (deadline: DeadlineView) => {
    if (started !== null) {
      const state = await started.catch(() => null);
      if (state === null || !state.browser.isConnected()) started = null;
    }
    started ??= launch();
    return within(deadline, "starting the browser", started);
  };

  return {
    async newContext(deadline, { sessionId, policy, storageState }) {
      const { browser } = await running(deadline);
      const proxy = await options.guard.openSession(sessionId, policy);
      const context = await within(
        deadline,
        "opening a session",
        browser.newContext({
          acceptDownloads: false,
          proxy,
          ignoreHTTPSErrors: policy.ignoreHTTPSErrors,
          ...(storageState === null ? {} : { storageState: JSON.parse(storageState) }),
        }),
      );
      let open = true;
      context.once("close", () => {
        open = false;
      });
      options.guard.followContext(sessionId, context);
      if (options.connectOverCDP !== undefined) await options.guard.proveTether(sessionId, context);
      return {
        async newPage(limit, pageId) {
          const page = await within(limit, "opening a page", context.newPage());
          await within(limit, "opening a page", options.guard.namePage(page, pageId));
          return createPageDriver(page);
        },
        storageState: async (limit) =>
          JSON.stringify(
            await within(limit, "saving the session's state", context.storageState({ indexedDB: true })),
          ),
        isOpen: () => open,
        async close() {
          await options.guard.closeSession(sessionId);
          // A context whose browser is gone is closed already.
          if (open) await context.close().catch(() => {});
        },
      };
    },
    async describe() {
      const { description } = await running({ remaining: () => 60_000 });
      return description;
    },
    async close() {
      const state = await started?.catch(() => null);
      started = null;
      await state?.browser.close();
    },
  };
};

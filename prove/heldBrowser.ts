import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { z } from "zod";
import { sessionPolicySchema } from "../runtime/contract/index.ts";
import type { NetworkGuard } from "../runtime/guard/networkGuard.ts";
import { launchOptions } from "./browserOptions.ts";
import type { ChildTask } from "./childMessages.ts";
import { type Survivor, startSurvivor } from "./survivor.ts";
import { survives, type Way } from "./ways.ts";

const processesSchema = z.object({ processInfo: z.array(z.object({ id: z.int() })) });

interface Held {
  readonly browser: Browser;
  readonly context: BrowserContext;
}

interface Hold {
  readonly task: ChildTask;
  readonly guard: NetworkGuard;
  /** The proxy, unless the tether is switched off. */
  readonly proxy: { readonly proxy?: { readonly server: string } };
  onSurvivor(survivor: Survivor): void;
}

const known = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
};

/** Connects to a browser that survives; `proxy` is that of its default context. */
const connect = async (
  { task, guard, onSurvivor }: Hold,
  proxy: { readonly server: string } | undefined,
): Promise<Browser> => {
  const survivor = await startSurvivor(task.profile, proxy?.server ?? null);
  onSurvivor(survivor);
  const browser = await chromium.connectOverCDP(survivor.endpoint);
  await guard.attachBrowser(browser);
  return browser;
};

const holders: Readonly<Record<Way, (hold: Hold) => Promise<Held>>> = {
  async launch({ guard, proxy }) {
    const browser = await chromium.launch(launchOptions());
    await guard.attachBrowser(browser);
    return { browser, context: await browser.newContext({ ...proxy, ignoreHTTPSErrors: true }) };
  },
  async persistent({ task, guard, proxy }) {
    const context = await chromium.launchPersistentContext(task.profile, {
      ...launchOptions(),
      ...proxy,
      ignoreHTTPSErrors: true,
    });
    const browser = known(context.browser(), "the persistent context's browser");
    await guard.attachBrowser(browser);
    return { browser, context };
  },
  async connectOverCDP(hold) {
    const browser = await connect(hold, undefined);
    return { browser, context: await browser.newContext({ ...hold.proxy, ignoreHTTPSErrors: true }) };
  },
  async defaultContext(hold) {
    const browser = await connect(hold, hold.proxy.proxy);
    return { browser, context: known(browser.contexts()[0], "the default context") };
  },
};

/** A browser under the product's own guard, held in one of the ways. */
export interface HeldBrowser {
  /** Its processes, when it dies with the holder; none when it survives. */
  readonly pids: readonly number[];
  openPage(pageId: string): Promise<Page>;
}

export const holdBrowser = async (
  task: ChildTask,
  guard: NetworkGuard,
  sessionId: string,
  onSurvivor: (survivor: Survivor) => void,
): Promise<HeldBrowser> => {
  const { server } = await guard.openSession(
    sessionId,
    sessionPolicySchema.parse({ ignoreHTTPSErrors: true }),
  );
  const proxy = task.tethered ? { proxy: { server } } : {};
  const { browser, context } = await holders[task.way]({ task, guard, proxy, onSurvivor });
  guard.followContext(sessionId, context);
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = processesSchema.parse(await cdp.send("SystemInfo.getProcessInfo"));
  return {
    pids: survives(task.way) ? [] : processInfo.map(({ id }) => id),
    async openPage(pageId) {
      const page = await context.newPage();
      await guard.namePage(page, pageId);
      return page;
    },
  };
};

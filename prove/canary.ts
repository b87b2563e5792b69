import { chromium } from "playwright";
import { z } from "zod";

const contextSchema = z.object({ browserContextId: z.string() });

/** Has a surviving browser open a page by a way of its own, past any proxy: so it was alive, and could have sent something. */
export const sendCanary = async (endpoint: string, url: string, arrived: () => Promise<boolean>) => {
  const browser = await chromium.connectOverCDP(endpoint);
  try {
    const cdp = await browser.newBrowserCDPSession();
    const direct = { proxyServer: "direct://", disposeOnDetach: true };
    const created = contextSchema.parse(await cdp.send("Target.createBrowserContext", direct));
    await cdp.send("Target.createTarget", { url, browserContextId: created.browserContextId });
    if (!(await arrived())) throw new Error("the surviving browser could not have sent anything");
  } finally {
    await browser.close();
  }
};

import { expect } from "@playwright/test";
import { ordinaryPages } from "./ordinary/index.ts";
import type { OrdinaryPage, Tab } from "./ordinary/ordinaryPage.ts";
import { openSite, type Seen, type Site } from "./ordinary/site.ts";
import { test } from "./ordinary/stage.ts";
import { openGuardedTab, openPlainTab } from "./ordinary/tabs.ts";

type OpenTab = (site: Site) => Promise<{ readonly tab: Tab; close(): Promise<void> }>;

const line = ({ method, path, body }: Seen): string => `${method} ${path} ${body}`.trimEnd();
/** Sorted, since requests that a page makes side by side arrive in any order. */
const sorted = (seen: readonly Seen[]): Seen[] =>
  seen.toSorted((a, b) =>
    JSON.stringify([line(a), a.headers]) < JSON.stringify([line(b), b.headers]) ? -1 : 1,
  );

/** What a visit shows, and what arrived at the server by the time as much has arrived as should. */
const visitOf = async ({ protocol, answer, visit, log }: OrdinaryPage, openTab: OpenTab) => {
  const site = await openSite(protocol ?? "http", answer);
  const { tab, close } = await openTab(site);
  try {
    const visible = await visit(tab);
    await expect.poll(() => site.seen().length).toBeGreaterThanOrEqual(log.length);
    return { visible, requests: sorted(site.seen()) };
  } finally {
    await close();
    await site.close();
  }
};

for (const page of ordinaryPages) {
  test(`${page.name}: works the same with the guard on`, async ({ browser, runtime }) => {
    const off = await visitOf(page, (site) => openPlainTab(browser, site));
    const on = await visitOf(page, (site) => openGuardedTab(runtime, site));
    expect(off.requests.map(line)).toEqual([...page.log].map((entry) => entry.trimEnd()).toSorted());
    expect(off.visible).toEqual(page.visible);
    expect(on).toEqual(off);
  });
}

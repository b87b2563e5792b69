import { expect } from "@playwright/test";
import type { UnsafeRequests } from "../../gateway/index.ts";
import type { Channel } from "./ordinary/channels/channel.ts";
import { channels } from "./ordinary/channels/index.ts";
import { type ChannelPage, openChannel, openTab, type Tab, type Trigger } from "./ordinary/channels/run.ts";
import {
  coverageOf,
  endOf,
  exchangesOf,
  isUnsafe,
  printRow,
  stopsOf,
  unguardedOf,
} from "./ordinary/channels/told.ts";
import { test as base } from "./ordinary/stage.ts";

/** One session per policy, for the commands that claim to be innocent. */
const test = base.extend<object, { tabFor: (policy: UnsafeRequests) => Promise<Tab> }>({
  tabFor: [
    async ({ runtime }, use) => {
      const tabs = new Map<UnsafeRequests, Promise<Tab>>();
      await use((policy) => {
        const tab = tabs.get(policy) ?? openTab(runtime, { unsafeRequests: policy });
        tabs.set(policy, tab);
        return tab;
      });
    },
    { scope: "worker" },
  ],
});

test.describe("while a boundary command runs", () => {
  for (const channel of channels) {
    test(`${channel.name}: what reaches the server is recorded, or coverage says why it is not`, async ({
      runtime,
    }) => {
      const tab = await openTab(runtime, {});
      const page = await openChannel(runtime, channel, tab);
      const { outcome, dispatches } = await page.useArmed();
      await page.settled();
      const [hits, exchanges, coverage] = [page.hits(), exchangesOf(outcome), coverageOf(outcome)];
      await page.close();
      await runtime.closeSession("local", tab.sessionId);
      const end = `${endOf(outcome)}, ${outcome.effect}`;
      printRow([channel.name, hits.join(", "), exchanges.join(", "), String(dispatches), coverage, end]);
      expect(hits.toSorted()).toEqual(channel.hits.toSorted());
      const unrecorded = hits.filter((hit) => isUnsafe(hit) && !exchanges.includes(hit));
      if (coverage === "whole") expect(unrecorded).toEqual([]);
      if (exchanges.length > 0) expect(dispatches).toBeGreaterThanOrEqual(exchanges.length);
      if (channel.name.startsWith("WebSocket")) expect(coverage).toContain("webSocket");
      if (channel.name.startsWith("beacon of a tab"))
        expect(hits.length - unrecorded.length > 0 || coverage.includes("pageClosed")).toBe(true);
    });
  }
});

const wasStopped = { status: "failed", effect: "notSent", error: { code: "boundaryRequired" } };

const stopped = async (page: ChannelPage, trigger: Trigger): Promise<void> => {
  const outcome = await page.useInnocently(trigger, false);
  expect(outcome).toMatchObject(wasStopped);
  expect(stopsOf(outcome).length).toBeGreaterThan(0);
  expect(page.hits()).toEqual([]);
  expect(await page.keepsValue()).toBe(true);
};

/** Unsafe requests of scripts are noticed, recorded, and let go. */
const letGo = async (page: ChannelPage, channel: Channel) => {
  const outcome = await page.useInnocently("click", true);
  await page.settled();
  expect(endOf(outcome)).toBe("completed");
  expect(page.hits().toSorted()).toEqual(channel.hits.toSorted());
  if (channel.kind === "unseen") return;
  const unsafe = channel.hits.filter(isUnsafe).toSorted();
  // A form is recorded whatever its method.
  const recorded = channel.name === "GET form" ? channel.hits.toSorted() : unsafe;
  expect(unguardedOf(outcome, "letGo").toSorted()).toEqual(recorded);
  expect(exchangesOf(outcome).filter(isUnsafe).toSorted()).toEqual(unsafe);
};

/** Key and script for some, so that each kind of submission meets each kind of command. */
const otherTriggers = ({ name }: Channel): readonly Trigger[] =>
  /same tab|GET form|requestSubmit|shadow/.test(name) ? ["Enter", "script"] : [];

test.describe("while a command runs that claims to be innocent", () => {
  for (const channel of channels) {
    const lets = (policy: "forms" | "observe") =>
      test(`${channel.name}: "${policy}" lets it go and records it`, async ({ runtime, tabFor }) => {
        const page = await openChannel(runtime, channel, await tabFor(policy));
        await letGo(page, channel);
        await page.close();
      });
    if (channel.kind !== "submission") lets("forms");
    // What a script sends is let go by "forms" as well: the same path.
    if (channel.kind !== "request") lets("observe");
    if (channel.kind === "request") {
      test(`${channel.name}: "strict" stops it`, async ({ runtime, tabFor }) => {
        const page = await openChannel(runtime, channel, await tabFor("strict"));
        expect(await page.useInnocently("click", true)).toMatchObject(wasStopped);
        expect(page.hits()).toEqual([]);
        await page.close();
      });
    }
    if (channel.kind !== "submission") continue;
    for (const trigger of otherTriggers(channel)) {
      test(`${channel.name} by ${trigger}: "forms" stops it`, async ({ runtime, tabFor }) => {
        const page = await openChannel(runtime, channel, await tabFor("forms"));
        await stopped(page, trigger);
        await page.close();
      });
    }
    test(`${channel.name} by click: "forms" stops it, and a declared submit on the same page is sent once`, async ({
      runtime,
    }) => {
      const tab = await openTab(runtime, { unsafeRequests: "forms" });
      const page = await openChannel(runtime, channel, tab);
      await stopped(page, "click");
      expect(endOf(await page.submitAndVerify())).toBe("completed");
      expect(page.hits()).toEqual(channel.hits);
      for (const body of page.forms()) expect(body).toContain("Grace");
      await page.close();
      await runtime.closeSession("local", tab.sessionId);
    });
  }

  test(`"strict" lets go what the session allows, by address and method`, async ({ runtime }) => {
    const fetches = channels.find(({ name }) => name === "fetch, each method");
    if (fetches === undefined) throw new Error("the channel is gone");
    const allowRequests = [{ url: "http://127.0.0.1:*/sink/fetch", methods: ["PUT", "DELETE"] }];
    const tab = await openTab(runtime, { unsafeRequests: "strict", allowRequests });
    const page = await openChannel(runtime, fetches, tab);
    const outcome = await page.useInnocently("click", true);
    expect(page.hits()).toEqual(["PUT /sink/fetch", "DELETE /sink/fetch"]);
    expect(unguardedOf(outcome, "stopped")).toEqual(["POST /sink/fetch", "PATCH /sink/fetch"]);
    expect(unguardedOf(outcome, "letGo")).toEqual(page.hits());
    await page.close();
    await runtime.closeSession("local", tab.sessionId);
  });
});

import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Frame, Page } from "playwright";
import { RuntimeError, type SessionPolicy } from "../contract/index.ts";
import type { GuardPort, Watch, WatchedCommand } from "../ports/guard.ts";
import { createFrameOwners, type FollowedPage, type FrameOwners } from "./frameOwners.ts";
import { type DispatchMoment, type Gate, openGate } from "./gate.ts";
import { createGuardedSession, type GuardedSession } from "./guardedSession.ts";
import { installSubmitGuard, type SubmitGuard } from "./submitGuard.ts";
import { openTether } from "./tether.ts";
import { checkUpstream } from "./upstream.ts";
import { WatchState } from "./watchState.ts";

/** What the launcher of browsers tells the guard, in this order: browser, session, context, pages. */
export interface BrowserGuard {
  /** The gate stands before the browser has its first context. */
  attachBrowser(browser: Browser): Promise<void>;
  /** The tether stands before the session's context exists; returns the proxy the context must use. */
  openSession(sessionId: string, policy: SessionPolicy): Promise<{ readonly server: string }>;
  followContext(sessionId: string, context: BrowserContext): void;
  /** A page the runtime opened gets its id, or null if it may only read; it has been followed since it appeared. */
  namePage(page: Page, pageId: string | null): Promise<void>;
  /** Sees whether a context that another program's browser opened really goes through the tether; if not, every command says so. */
  proveTether(sessionId: string, context: BrowserContext): Promise<void>;
  /** Closes the session's way out; to be called before its context is closed. */
  closeSession(sessionId: string): Promise<void>;
}

export type NetworkGuard = GuardPort & BrowserGuard;

/** A page that waits for its next document takes orders when that has come, which may be never; so long it is waited for, in milliseconds. */
const disarmMs = 2_000;

interface Followed {
  readonly page: FollowedPage;
  readonly submitGuards: Set<SubmitGuard>;
}

/** Tether, gate and submit guard together (network-guard.md): what leaves the browser, and how we know. */
export const createNetworkGuard = (reach: (moment: DispatchMoment) => void): NetworkGuard => {
  const sessions = new Map<string, GuardedSession>();
  const ownPorts = new Set<number>();
  const followed = new WeakMap<Page, Promise<Followed>>();
  const armedPages = new Set<string>();
  let owners: FrameOwners | null = null;
  let gate: Gate | null = null;

  const sessionOf = (sessionId: string): GuardedSession => {
    const session = sessions.get(sessionId);
    if (session === undefined) throw new RuntimeError("internal", "the session is not guarded");
    return session;
  };

  /** Submits are free where nobody guards them by policy, and while the page's boundary command runs. */
  const isArmed = (session: GuardedSession, pageId: string | null) =>
    session.policy.unsafeRequests === "observe" || (pageId !== null && armedPages.has(pageId));

  const guardTarget = async (
    session: GuardedSession,
    cdp: FollowedPage["cdp"],
    owner: FollowedPage,
  ): Promise<SubmitGuard> =>
    installSubmitGuard(cdp, isArmed(session, owner.pageId), (submit) => {
      for (const watch of session.watchesOf({ ...owner, frame: "main" })) watch.noteSubmit(submit);
    });

  const follow = async (session: GuardedSession, page: Page): Promise<Followed> => {
    if (owners === null) throw new RuntimeError("internal", "the browser is not guarded");
    const own = await owners.follow(page, session.sessionId);
    session.addPage(own.cdp);
    page.once("close", () => {
      session.removePage(own.cdp);
      // What closes after its way out cannot have sent anything unseen.
      if (!session.tether.isOpen()) return;
      for (const watch of session.watchesOf({ ...own, frame: "main" }))
        void watch.degrade("pageClosed").catch(() => {});
    });
    page.on("websocket", (socket) => {
      session.noteSocket(socket.url());
      socket.once("close", () => session.dropSocket(socket.url()));
    });
    const submitGuards = new Set([await guardTarget(session, own.cdp, own)]);
    // A frame in a process of its own has scripts of its own; its first document may be over before it is guarded, which the gate covers.
    const guardFrame = async (frame: Frame) => {
      try {
        submitGuards.add(await guardTarget(session, await page.context().newCDPSession(frame), own));
      } catch {
        // Most frames live in the page's process and are guarded with it.
      }
    };
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame()) void guardFrame(frame);
    });
    return { page: own, submitGuards };
  };

  const followOnce = (session: GuardedSession, page: Page): Promise<Followed> => {
    const known = followed.get(page);
    if (known !== undefined) return known;
    const promise = follow(session, page);
    promise.catch(() => {});
    followed.set(page, promise);
    return promise;
  };

  const setArmed = async (session: GuardedSession, pageId: string, armed: boolean) => {
    if (armed) armedPages.add(pageId);
    else armedPages.delete(pageId);
    const guards = session.submitGuards.get(pageId) ?? new Set();
    await Promise.all([
      gate?.setArmed(armed),
      ...[...guards].map((guard) => guard.setArmed(isArmed(session, pageId))),
    ]);
  };

  const disarm = async (session: GuardedSession, pageId: string) => {
    // A page that is gone cannot be disarmed, and need not be.
    const disarmed = setArmed(session, pageId, false).catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, disarmMs);
    });
    await Promise.race([disarmed, waited]);
    clearTimeout(timer);
  };

  const startWatch = async (command: WatchedCommand): Promise<Watch> => {
    const session = sessionOf(command.sessionId);
    const lifts = command.class === "boundary" || command.navigates;
    const afterFence = lifts && session.fenced.delete(command.pageId);
    const flaws = [...session.flaws, ...(session.hasSocket() ? ["webSocket"] : [])];
    const watch = new WatchState(command, flaws, afterFence);
    session.watches.add(watch);
    if (watch.armed) await setArmed(session, command.pageId, true);
    const denialsBefore = session.tether.denials().length;
    const fence = () => session.fenced.add(command.pageId);
    const view = watch.view(fence, session.told, async () => {
      session.watches.delete(watch);
      if (watch.armed) await disarm(session, command.pageId);
    });
    return {
      ...view,
      denied: () => {
        const denial = session.tether.denials().slice(denialsBefore).at(0);
        if (denial !== undefined) watch.noteDenial(denial);
        return view.denied();
      },
    };
  };

  return {
    watch: startWatch,
    checkProxy: checkUpstream,
    turnedAway: () => [...sessions.values()].reduce((sum, { tether }) => sum + tether.turnedAway(), 0),
    async attachBrowser(browser) {
      const cdp = await browser.newBrowserCDPSession();
      const own = createFrameOwners(cdp);
      owners = own;
      gate = await openGate({
        cdp,
        owners: own,
        session: (owner) => {
          if (owner !== null) return sessions.get(owner.sessionId) ?? null;
          const [only, ...others] = sessions.values();
          return others.length === 0 ? (only ?? null) : null;
        },
        sessions: () => sessions.values(),
        reach,
      });
    },
    async openSession(sessionId, policy) {
      // A session whose browser died is opened again; the old way out must not stay open beside the new one.
      await sessions.get(sessionId)?.tether.close();
      const tether = await openTether({
        egress: policy.egress,
        upstream: policy.proxy,
        ownPorts,
        mayTunnel: (endpoint) => sessionOf(sessionId).mayTunnel(endpoint),
      });
      sessions.set(sessionId, createGuardedSession(sessionId, policy, tether));
      return { server: `http://127.0.0.1:${tether.port}` };
    },
    followContext(sessionId, context) {
      const session = sessionOf(sessionId);
      session.followContext(context);
      context.on("page", (page) => void followOnce(session, page).catch(() => {}));
    },
    async namePage(page, pageId) {
      const pending = followed.get(page);
      if (pending === undefined) throw new RuntimeError("internal", "the page is not guarded");
      const { page: own, submitGuards } = await pending;
      own.pageId = pageId;
      own.readOnly = pageId === null;
      if (pageId !== null) sessionOf(own.sessionId).submitGuards.set(pageId, submitGuards);
    },
    async proveTether(sessionId, context) {
      const session = sessionOf(sessionId);
      const host = `${randomUUID()}.invalid`;
      const page = await context.newPage();
      // The name does not resolve, so the page fails to load; all that counts is who was asked for it.
      await page.goto(`http://${host}/`, { timeout: 10_000 }).catch(() => {});
      await page.close();
      if (!session.tether.wasAskedFor(host)) session.flaws.add("untethered");
    },
    async closeSession(sessionId) {
      const session = sessions.get(sessionId);
      await session?.tether.close();
      sessions.delete(sessionId);
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ tether }) => tether.close()));
    },
  };
};

import {
  limits,
  type PageRecord,
  RuntimeError,
  type SessionPolicy,
  type SessionRecord,
} from "../contract/index.ts";
import { deadlineIn } from "../engine/deadline.ts";
import type { LivePage } from "../engine/livePages.ts";
import { createMutex } from "../engine/mutex.ts";
import type { Sealer } from "../engine/seal.ts";
import type { BrowserPort, ContextPort } from "../ports/browser.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { PagePort } from "../ports/page.ts";
import type { SessionStore } from "../ports/storage.ts";
import { createLivePage } from "./livePage.ts";

interface Parts {
  readonly store: SessionStore;
  readonly browser: BrowserPort;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

interface LiveSession {
  context: ContextPort | null;
  readonly pages: Map<string, LivePage>;
  readonly exclusively: ReturnType<typeof createMutex>;
}

/** How long a tab may take to say that it is there, in milliseconds. */
const answerMs = 2_000;

const notFound = (what: string) => new RuntimeError("notFound", `no such ${what}`);

/** Sessions and their tabs: records survive a restart, contexts and tabs are opened again on demand. */
export const createSessionManager = ({ store, browser, clock, sealer }: Parts) => {
  const live = new Map<string, LiveSession>();
  const now = () => new Date(clock.now()).toISOString();

  // A proxy's address may hold credentials, so the record keeps it sealed.
  const proxyContext = (sessionId: string) => `proxy ${sessionId}`;
  const sealProxy = (sessionId: string, proxy: string) =>
    Buffer.from(sealer.seal(proxyContext(sessionId), proxy)).toString("base64");
  const unsealProxy = (sessionId: string, sealed: string) =>
    sealer.open(proxyContext(sessionId), Buffer.from(sealed, "base64"));

  const liveSession = (sessionId: string): LiveSession => {
    const known = live.get(sessionId);
    if (known !== undefined) return known;
    const fresh: LiveSession = { context: null, pages: new Map(), exclusively: createMutex() };
    live.set(sessionId, fresh);
    return fresh;
  };

  /** Another principal's session answers exactly like one that does not exist. */
  const owned = async (principal: string, sessionId: string): Promise<SessionRecord> => {
    const record = await store.session(sessionId);
    if (record === null || record.principal !== principal || record.closedAt !== null)
      throw notFound("session");
    return record;
  };

  const contextOf = async (
    deadline: Deadline,
    session: LiveSession,
    { sessionId, policy }: SessionRecord,
    storageState: string | null,
  ): Promise<ContextPort> => {
    if (session.context?.isOpen() === false) {
      // The browser died under it: its tabs are gone, and what follows begins anew.
      session.context = null;
      session.pages.clear();
    }
    session.context ??= await browser.newContext(deadline, {
      sessionId,
      policy: { ...policy, proxy: policy.proxy === null ? null : unsealProxy(sessionId, policy.proxy) },
      storageState,
    });
    return session.context;
  };

  const addPage = async (
    deadline: Deadline,
    owner: SessionRecord,
    storageState: string | null,
  ): Promise<LivePage> => {
    const { sessionId } = owner;
    const session = liveSession(sessionId);
    return session.exclusively(async () => {
      for (const [pageId, { page }] of session.pages) if (!page.isOpen()) session.pages.delete(pageId);
      if (session.pages.size >= limits.pagesPerSession) {
        throw new RuntimeError(
          "resourceExhausted",
          `a session holds at most ${limits.pagesPerSession} pages`,
        );
      }
      const context = await contextOf(deadline, session, owner, storageState);
      const pageId = clock.newId();
      const page = await context.newPage(deadline, pageId);
      const record: PageRecord = {
        pageId,
        sessionId,
        url: "about:blank",
        restartUrl: "about:blank",
        closedAt: null,
      };
      await store.savePage(record);
      const opened = createLivePage({
        record,
        page,
        policy: owner.policy,
        store,
        clock,
        storageState: (limit) => context.storageState(limit),
      });
      session.pages.set(record.pageId, opened);
      return opened;
    });
  };

  return {
    async create(principal: string, profile = "default", policy: SessionPolicy): Promise<SessionRecord> {
      const open = (await store.openSessions()).filter(
        (session) => session.principal === principal && live.has(session.sessionId),
      );
      if (open.length >= limits.sessionsPerPrincipal) {
        throw new RuntimeError(
          "resourceExhausted",
          `a principal holds at most ${limits.sessionsPerPrincipal} sessions`,
        );
      }
      const sessionId = clock.newId();
      const record: SessionRecord = {
        sessionId,
        principal,
        profile,
        policy: { ...policy, proxy: policy.proxy === null ? null : sealProxy(sessionId, policy.proxy) },
        createdAt: now(),
        lastUsedAt: now(),
        closedAt: null,
      };
      await store.saveSession(record);
      liveSession(record.sessionId);
      return record;
    },

    /** Opens a tab; when the session's context is gone, a new one begins with `storageState`. */
    async openPage(
      deadline: Deadline,
      principal: string,
      sessionId: string,
      storageState: string | null = null,
    ): Promise<PageRecord> {
      return (await addPage(deadline, await owned(principal, sessionId), storageState)).record();
    },

    /** The open tab; `notFound` for an unknown or foreign one, `pageCrashed` for one that a restart took away. */
    async page(principal: string, sessionId: string, pageId: string | null): Promise<LivePage> {
      await owned(principal, sessionId);
      const record = pageId === null ? null : await store.page(pageId);
      if (record === null || record.sessionId !== sessionId || record.closedAt !== null)
        throw notFound("page");
      const open = live.get(sessionId)?.pages.get(record.pageId);
      if (open?.page.isOpen() !== true)
        throw new RuntimeError("pageCrashed", "the page is no longer open in the browser");
      return open;
    },

    /** Whether the tab is open in the browser now and says so itself: a browser that just died is not noticed at once. */
    async answers(sessionId: string, pageId: string): Promise<boolean> {
      const page = live.get(sessionId)?.pages.get(pageId)?.page;
      if (page?.isOpen() !== true) return false;
      try {
        await page.facts(deadlineIn(answerMs, clock));
        return true;
      } catch (error) {
        // A tab between two documents, or busy with a script, is there all the same.
        return !(error instanceof RuntimeError && error.code === "pageCrashed") && page.isOpen();
      }
    },

    /** A tab outside the caller's sight, for a probe; closed by the caller. */
    async scratchPage(
      deadline: Deadline,
      principal: string,
      sessionId: string,
      storageState: string | null,
    ): Promise<PagePort> {
      const owner = await owned(principal, sessionId);
      const session = liveSession(sessionId);
      return session.exclusively(async () => {
        const context = await contextOf(deadline, session, owner, storageState);
        return context.newPage(deadline, null);
      });
    },

    async close(principal: string, sessionId: string): Promise<void> {
      const record = await owned(principal, sessionId);
      const session = live.get(sessionId);
      live.delete(sessionId);
      await session?.context?.close();
      for (const page of await store.pagesOf(sessionId)) {
        if (page.closedAt === null) await store.savePage({ ...page, closedAt: now() });
      }
      await store.saveSession({ ...record, closedAt: now() });
    },

    async closeAll(): Promise<void> {
      for (const session of live.values()) await session.context?.close();
      live.clear();
    },
  };
};

export type SessionManager = ReturnType<typeof createSessionManager>;

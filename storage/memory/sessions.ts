import {
  type PageRecord,
  pageRecordSchema,
  type SessionRecord,
  sessionRecordSchema,
} from "../../runtime/contract/index.ts";
import type { SessionStore } from "../../runtime/ports/storage.ts";
import { storable } from "../schemas.ts";

export const memorySessions = (): SessionStore => {
  const sessions = new Map<string, SessionRecord>();
  const pages = new Map<string, PageRecord>();
  return {
    saveSession: async (session) => {
      sessions.set(session.sessionId, storable(sessionRecordSchema, session, "session"));
    },
    session: async (sessionId) => structuredClone(sessions.get(sessionId) ?? null),
    openSessions: async () =>
      structuredClone([...sessions.values()].filter((session) => session.closedAt === null)),
    savePage: async (page) => {
      pages.set(page.pageId, storable(pageRecordSchema, page, "page"));
    },
    page: async (pageId) => structuredClone(pages.get(pageId) ?? null),
    pagesOf: async (sessionId) =>
      structuredClone([...pages.values()].filter((page) => page.sessionId === sessionId)),
  };
};

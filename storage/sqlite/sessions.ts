import { pageRecordSchema, sessionPolicySchema, sessionRecordSchema } from "../../runtime/contract/index.ts";
import type { SessionStore } from "../../runtime/ports/storage.ts";
import { storable } from "../schemas.ts";
import type { Access } from "./access.ts";
import { jsonColumn } from "./columns.ts";

const fromSessions = `SELECT session_id AS sessionId, principal, profile, policy, created_at AS createdAt,
  last_used_at AS lastUsedAt, closed_at AS closedAt FROM sessions`;
const fromPages = `SELECT page_id AS pageId, session_id AS sessionId, url, restart_url AS restartUrl,
  closed_at AS closedAt FROM pages`;

const sessionRow = sessionRecordSchema.extend({ policy: jsonColumn(sessionPolicySchema) });

export const sqliteSessions = (access: Access): SessionStore => {
  const saveSession = access.prepare(`INSERT INTO sessions
      (session_id, principal, profile, policy, created_at, last_used_at, closed_at)
    VALUES (@sessionId, @principal, @profile, @policy, @createdAt, @lastUsedAt, @closedAt)
    ON CONFLICT (session_id) DO UPDATE SET principal = excluded.principal, profile = excluded.profile, policy = excluded.policy,
      created_at = excluded.created_at, last_used_at = excluded.last_used_at, closed_at = excluded.closed_at`);
  const savePage = access.prepare(`INSERT INTO pages (page_id, session_id, url, restart_url, closed_at)
    VALUES (@pageId, @sessionId, @url, @restartUrl, @closedAt)
    ON CONFLICT (page_id) DO UPDATE SET session_id = excluded.session_id, url = excluded.url,
      restart_url = excluded.restart_url, closed_at = excluded.closed_at`);
  const session = access.prepare(`${fromSessions} WHERE session_id = ?`);
  const openSessions = access.prepare(`${fromSessions} WHERE closed_at IS NULL ORDER BY sequence`);
  const page = access.prepare(`${fromPages} WHERE page_id = ?`);
  const pagesOf = access.prepare(`${fromPages} WHERE session_id = ? ORDER BY sequence`);
  return {
    saveSession: (given) =>
      access.write(() => {
        const { policy, ...session } = storable(sessionRecordSchema, given, "session");
        saveSession.run({ ...session, policy: JSON.stringify(policy) });
      }),
    session: (sessionId) => access.read(() => access.row(sessionRow, session.get(sessionId))),
    openSessions: () => access.read(() => access.rows(sessionRow, openSessions.all())),
    savePage: (given) =>
      access.write(() => {
        savePage.run(storable(pageRecordSchema, given, "page"));
      }),
    page: (pageId) => access.read(() => access.row(pageRecordSchema, page.get(pageId))),
    pagesOf: (sessionId) => access.read(() => access.rows(pageRecordSchema, pagesOf.all(sessionId))),
  };
};

import {
  type FormDigest,
  limits,
  type PageRecord,
  RuntimeError,
  type SessionPolicy,
} from "../contract/index.ts";
import { deadlineIn } from "../engine/deadline.ts";
import type { LivePage } from "../engine/livePages.ts";
import { createMutex } from "../engine/mutex.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { PagePort } from "../ports/page.ts";
import type { SessionStore } from "../ports/storage.ts";

interface Parts {
  readonly record: PageRecord;
  readonly page: PagePort;
  readonly policy: SessionPolicy;
  readonly store: SessionStore;
  readonly clock: Clock;
  storageState(deadline: Deadline): Promise<string>;
}

/** How long the page may take to say where it is, in milliseconds; it is only a note. */
const whereaboutsMs = 2_000;

export const createLivePage = (parts: Parts): LivePage => {
  let record = parts.record;
  const filledForms = new Set<string>();
  let filledForm: FormDigest | null = null;
  const save = async (next: PageRecord) => {
    record = next;
    await parts.store.savePage(next);
  };
  return {
    pageId: record.pageId,
    sessionId: record.sessionId,
    page: parts.page,
    policy: parts.policy,
    filledForms,
    filledForm: () => filledForm,
    noteFilledForm(form) {
      filledForm = form;
    },
    record: () => record,
    storageState: parts.storageState,
    async movedTo(url) {
      filledForms.clear();
      filledForm = null;
      await save({ ...record, restartUrl: url });
    },
    async noteWhereabouts() {
      try {
        const { url } = await parts.page.facts(deadlineIn(whereaboutsMs, parts.clock));
        if (url !== record.url && url.length <= limits.urlBytes) await save({ ...record, url });
      } catch (error) {
        // A page between two documents or gone has no address to note; a broken journal has been reported by the command.
        if (!(error instanceof RuntimeError)) throw error;
        if (error.code === "deadlineExceeded" && parts.page.isOpen()) await parts.page.free();
      }
    },
    exclusively: createMutex(),
  };
};

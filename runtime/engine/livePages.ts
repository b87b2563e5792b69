import type { FormDigest, PageRecord, SessionPolicy } from "../contract/index.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { PagePort } from "../ports/page.ts";

/** A tab that is open in the browser now, as commands use it. */
export interface LivePage {
  readonly pageId: string;
  readonly sessionId: string;
  readonly page: PagePort;
  readonly policy: SessionPolicy;
  /** Forms that commands filled since the last navigation. */
  readonly filledForms: Set<string>;
  /** What the page's fields held when the last command had filled them; null when something else has touched the page since. */
  filledForm(): FormDigest | null;
  noteFilledForm(form: FormDigest | null): void;
  record(): PageRecord;
  /** The session's storage state, opaque; sealed before it is kept. */
  storageState(deadline: Deadline): Promise<string>;
  movedTo(url: string): Promise<void>;
  /** Records the address the page shows now. */
  noteWhereabouts(): Promise<void>;
  /** Runs one command at a time on this page. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

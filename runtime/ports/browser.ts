import type { Coverage, SessionPolicy } from "../contract/index.ts";
import type { DeadlineView } from "./deadline.ts";
import type { PagePort } from "./page.ts";

/** Which browser runs, for `runtime_info` and error messages. */
export interface BrowserDescription {
  readonly path: string;
  readonly version: string;
  readonly source: string;
  /** Whether everything that leaves this browser passes the guard, as far as the browser itself decides it. */
  readonly guarantee: Coverage;
}

/** One isolated context. */
export interface ContextPort {
  /** `pageId`: the runtime's id of the page, or null for a page that may only read: the guard refuses its every effect. */
  newPage(deadline: DeadlineView, pageId: string | null): Promise<PagePort>;
  /** Cookies, localStorage and IndexedDB as opaque JSON; sealed by the caller. */
  storageState(deadline: DeadlineView): Promise<string>;
  /** False once the context was closed or its browser is gone. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly sessionId: string;
  readonly policy: SessionPolicy;
  /** The state to begin with, opaque as `storageState` gave it, or null. */
  readonly storageState: string | null;
}

export interface BrowserPort {
  /** Starts the browser on first use; rejects with `browserLaunchFailed`, naming the path tried and the fix. */
  newContext(deadline: DeadlineView, options: ContextOptions): Promise<ContextPort>;
  describe(): Promise<BrowserDescription>;
  close(): Promise<void>;
}

import type { DeadlineView } from "./deadline.ts";
import type { PagePort } from "./page.ts";

/** Which browser runs, for `runtime_info` and error messages. */
export interface BrowserDescription {
  readonly path: string;
  readonly version: string;
  readonly source: string;
}

/** One isolated context. */
export interface ContextPort {
  newPage(deadline: DeadlineView): Promise<PagePort>;
  /** Cookies, localStorage and IndexedDB as opaque JSON; sealed by the caller. */
  storageState(deadline: DeadlineView): Promise<string>;
  close(): Promise<void>;
}

export interface BrowserPort {
  /** Starts the browser on first use; rejects with `browserLaunchFailed`, naming the path tried and the fix. */
  newContext(deadline: DeadlineView, storageState: string | null): Promise<ContextPort>;
  describe(): Promise<BrowserDescription>;
  close(): Promise<void>;
}

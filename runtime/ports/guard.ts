import type { Coverage, DispatchState } from "../contract/index.ts";

/** Watches what leaves the browser while one command runs. */
export interface Watch {
  /** Whether everything that could leave was seen so far. */
  coverage(): Coverage;
  /** The last known state of each request the command let out. */
  dispatches(): readonly DispatchState[];
  end(): Promise<void>;
}

export interface GuardPort {
  /** Starts watching; what is let out is journalled under `commandId` before it goes. */
  watch(command: {
    readonly commandId: string;
    readonly sessionId: string;
    readonly pageId: string;
  }): Promise<Watch>;
}

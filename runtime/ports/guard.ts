import type { CommandClass, Coverage, DispatchState, RuntimeError } from "../contract/index.ts";
import type { NewEvidence } from "./handler.ts";

/** One step of an outgoing request, to be durable before the request goes on. `body` is JSON. */
export interface DispatchStep {
  readonly requestId: string;
  readonly state: DispatchState;
  readonly body: string;
}

/** A command to be watched, and where what is seen is recorded. */
export interface WatchedCommand {
  readonly commandId: string;
  readonly sessionId: string;
  readonly pageId: string;
  readonly class: CommandClass;
  /** Whether the command sends the page somewhere else, where nothing of the old document goes on. */
  readonly navigates: boolean;
  record(step: DispatchStep): Promise<void>;
  /** Records that something could leave unseen; awaited before it can. */
  degrade(coverage: Coverage): Promise<void>;
}

/** A request the command let out, with its last known state and the answer's status, if any. */
export interface SeenDispatch {
  readonly state: DispatchState;
  readonly method: string;
  readonly url: string;
  /** The browser's word: Document, XHR, Fetch, Ping, Other. */
  readonly resourceType: string;
  readonly status: number | null;
  readonly retryAfter: string | null;
}

/** Watches what leaves the browser while one command runs. */
export interface Watch {
  /** Whether everything that could leave was seen so far. */
  coverage(): Coverage;
  dispatches(): readonly SeenDispatch[];
  /** Whether a script read something while the command ran: a way by which some sites apply what others send. */
  readByScript(): boolean;
  /** Settles when what the session's pages did so far has been told; soon, even if a page does not answer. */
  told(): Promise<void>;
  /** What was stopped because no boundary command was running, as the failure it is; or null. */
  stopped(): RuntimeError | null;
  /** What the egress rules refused meanwhile, as the failure it is; or null. */
  denied(): RuntimeError | null;
  /** `networkExchange`, `unguardedRequest` and `submitBlocked` items of what was seen. */
  evidence(): readonly NewEvidence[];
  /**
   * From now on nothing with an effect leaves this page until it is sent somewhere else or submits again. To be called
   * before it is said that nothing was sent: a page may act on a click long after it.
   */
  fence(): void;
  end(): Promise<void>;
}

export interface GuardPort {
  /** Starts watching; what is let out is journalled under `commandId` before it goes. */
  watch(command: WatchedCommand): Promise<Watch>;
  /** Whether a session's own proxy can be reached; rejects with `invalidRequest` or `engineUnreachable`, naming it. */
  checkProxy(url: string): Promise<void>;
  /** Closes every way out; before gate, contexts and browser are closed, or paused requests would leave. */
  close(): Promise<void>;
  /** Connections that came without their session's credential, the browser's own first question included. */
  turnedAway(): number;
}

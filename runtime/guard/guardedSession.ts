import type { BrowserContext, CDPSession, Request } from "playwright";
import type { SessionPolicy } from "../contract/index.ts";
import type { Owner } from "./frameOwners.ts";
import { type Endpoint, endpointOf, originOf } from "./proxyRequest.ts";
import type { SubmitGuard } from "./submitGuard.ts";
import type { Tether } from "./tether.ts";
import type { WatchState } from "./watchState.ts";

/** How long a request explains a new connection to its origin, in milliseconds. */
const explainsMs = 10_000;
/** How long a page may take to prove that it has said everything, in milliseconds. */
const barrierMs = 1_000;
/** How long what a page said before it began to navigate may take to arrive, in milliseconds. */
const navigatingMs = 25;

/** What Chromium asks on its own account, whatever flags it is given; refused unless a page asks for it. */
const browserServices = new Set([
  "content-autofill.googleapis.com",
  "optimizationguide-pa.googleapis.com",
  "safebrowsing.googleapis.com",
  "safebrowsingohttpgateway.googleapis.com",
  "update.googleapis.com",
  "accounts.google.com",
  "clients2.google.com",
]);

/** What the guard knows of one session. */
export interface GuardedSession {
  readonly sessionId: string;
  readonly policy: SessionPolicy;
  readonly tether: Tether;
  readonly watches: Set<WatchState>;
  /** Pages whose last boundary command was told to have sent nothing. */
  readonly fenced: Set<string>;
  /** What is wrong with the session as a whole, for every command's coverage. */
  readonly flaws: Set<string>;
  /** Submit guards by page. */
  readonly submitGuards: Map<string | null, Set<SubmitGuard>>;
  /** The watched commands a request of this owner may belong to. */
  watchesOf(owner: Owner | null): WatchState[];
  /** A request was seen on its way: it explains a connection to its origin. */
  noteRequest(url: string): void;
  /** Pages that are being loaded, by the browser's request id. While one is, the browser passes no question on to it. */
  readonly loading: Set<string>;
  noteSocket(url: string): void;
  dropSocket(url: string): void;
  hasSocket(): boolean;
  followContext(context: BrowserContext): void;
  addPage(cdp: CDPSession): void;
  removePage(cdp: CDPSession): void;
  /** Settles when what the pages did so far has arrived here; soon, even if one does not answer. */
  told(): Promise<void>;
  /** Requests to this origin still being answered, besides one like the given. */
  othersInFlight(endpoint: Endpoint, own: { readonly url: string; readonly method: string }): number;
  /**
   * Whether a tunnel may open. During a command, whatever the pages did before it has been told by then, and a tunnel that
   * nothing explains is recorded first.
   */
  mayTunnel(endpoint: Endpoint): Promise<boolean>;
}

const socketEndpoint = (url: string): Endpoint | null => endpointOf(url.replace(/^ws/i, "http"));

export const createGuardedSession = (
  sessionId: string,
  policy: SessionPolicy,
  tether: Tether,
): GuardedSession => {
  const watches = new Set<WatchState>();
  const recent = new Map<string, number>();
  const sockets: string[] = [];
  const socketOrigins = new Set<string>();
  const inFlight = new Set<Request>();
  const pages = new Set<CDPSession>();
  const loading = new Set<string>();

  const noteRequest = (url: string) => {
    const endpoint = endpointOf(url);
    if (endpoint !== null) recent.set(originOf(endpoint), Date.now());
  };

  /** A page answers in order: once it answers, every message it sent before has arrived. */
  const barrier = async (): Promise<boolean> => {
    const answered = Promise.all(
      [...pages].map((cdp) => cdp.send("Runtime.evaluate", { expression: "0" }).catch(() => {})),
    );
    let timer: NodeJS.Timeout | undefined;
    const navigating = loading.size > 0;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(navigating), navigating ? navigatingMs : barrierMs);
    });
    const inTime = await Promise.race([answered.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  };

  const degradeAll = (reason: string) => Promise.all([...watches].map((watch) => watch.degrade(reason)));

  return {
    sessionId,
    policy,
    tether,
    watches,
    fenced: new Set(),
    flaws: new Set(),
    submitGuards: new Map(),
    loading,
    watchesOf: (owner) =>
      [...watches].filter(
        ({ command }) =>
          owner === null || (!owner.readOnly && (owner.pageId === null || owner.pageId === command.pageId)),
      ),
    noteRequest,
    noteSocket(url) {
      sockets.push(url);
      const endpoint = socketEndpoint(url);
      if (endpoint !== null) socketOrigins.add(originOf(endpoint));
      for (const watch of watches) void watch.degrade("webSocket").catch(() => {});
    },
    dropSocket(url) {
      const at = sockets.indexOf(url);
      if (at >= 0) sockets.splice(at, 1);
    },
    hasSocket: () => sockets.length > 0,
    followContext(context) {
      context.on("request", (request) => {
        noteRequest(request.url());
        inFlight.add(request);
      });
      context.on("requestfinished", (request) => inFlight.delete(request));
      context.on("requestfailed", (request) => inFlight.delete(request));
    },
    addPage: (cdp) => void pages.add(cdp),
    removePage: (cdp) => void pages.delete(cdp),
    told: async () => void (await barrier()),
    othersInFlight(endpoint, own) {
      const same = [...inFlight].filter((request) => {
        const other = endpointOf(request.url());
        return other !== null && originOf(other) === originOf(endpoint);
      });
      const mine = same.findIndex((request) => request.url() === own.url && request.method() === own.method);
      return same.length - (mine < 0 ? 0 : 1);
    },
    async mayTunnel(endpoint) {
      const origin = originOf(endpoint);
      const explained = () => Date.now() - (recent.get(origin) ?? 0) <= explainsMs;
      if (browserServices.has(endpoint.host.toLowerCase()) && !explained()) return false;
      if (watches.size === 0) return true;
      const told = await barrier();
      if (socketOrigins.has(origin)) await degradeAll("webSocket");
      else if (!told) await degradeAll("pageDidNotAnswer");
      else if (!explained()) await degradeAll("unexplainedConnection");
      return true;
    },
  };
};

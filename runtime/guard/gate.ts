import type { CDPSession } from "playwright";
import { z } from "zod";
import { beginExchange, type Exchange } from "./exchange.ts";
import type { FrameOwners, Owner } from "./frameOwners.ts";
import type { GuardedSession } from "./guardedSession.ts";
import { headerOf, isAnswered, type PausedRequest, pausedRequestSchema } from "./pausedRequest.ts";
import { type Endpoint, endpointOf } from "./proxyRequest.ts";
import { isSafeMethod, type OutgoingRequest, ruleOnRequest } from "./requestRules.ts";
import { tetherHeader } from "./tether.ts";
import type { WatchState } from "./watchState.ts";

/** Moments around a dispatch at which a process can be made to die. */
export type DispatchMoment = `dispatch.${"before" | "recorded" | "continued" | "answered" | "settled"}`;

export interface GateParts {
  readonly cdp: CDPSession;
  readonly owners: FrameOwners;
  /** The session of an owner; with an unknown owner, the browser's only one if it has only one. */
  session(owner: Owner | null): GuardedSession | null;
  sessions(): Iterable<GuardedSession>;
  reach(moment: DispatchMoment): void;
}

export interface Gate {
  /** While a boundary command runs, every request is held, images and scripts too: any may be the effect. */
  setArmed(armed: boolean): Promise<void>;
}

// The types by which an effect can leave. Images, styles, scripts, fonts and media are only ever loaded by GET.
const gatedTypes = ["Document", "XHR", "Fetch", "Ping", "Other", "CSPViolationReport"] as const;

/** How long other requests to an origin may take to end before the dispatched one goes, in milliseconds. */
const quietMs = 500;
const quietPollMs = 10;

/** How many requests of one command are recorded one by one. */
const mostDispatches = 200;

const authSchema = z.object({
  requestId: z.string(),
  authChallenge: z.object({ source: z.string().optional(), origin: z.string() }),
});

interface OpenExchange {
  readonly exchange: Exchange;
  readonly watches: readonly WatchState[];
  readonly session: GuardedSession;
  /** To be called once its answer is known. */
  settled(): void;
}

type FailReason = "Aborted" | "ConnectionRefused" | "ConnectionReset" | "AccessDenied";

/** What the tether itself answered, told by a value only this process knows; or null when the site did. */
const tetherSaid = (paused: PausedRequest, session: GuardedSession | null): string | null => {
  const [proof, said = ""] = (headerOf(paused, tetherHeader) ?? "").split(" ");
  return session !== null && proof === session.tether.password ? said : null;
};

const failReasons: Readonly<Record<string, FailReason>> = {
  refused: "ConnectionRefused",
  cut: "ConnectionReset",
  denied: "AccessDenied",
};

/**
 * Holds every request that could have an effect until it is ruled on and, if it goes, durably recorded (network-guard.md).
 * One browser-level Fetch session sees pages, frames in other processes, popups and workers alike.
 */
export const openGate = async (parts: GateParts): Promise<Gate> => {
  const { cdp, owners, reach } = parts;
  const open = new Map<string, OpenExchange>();
  /** By network id: a redirected request keeps it. */
  const chains = new Map<string, OpenExchange>();

  const proceed = (paused: PausedRequest, interceptResponse: boolean) =>
    cdp.send("Fetch.continueRequest", {
      requestId: paused.requestId,
      ...(interceptResponse ? { interceptResponse } : {}),
    });
  const refuse = (paused: PausedRequest, errorReason: FailReason) =>
    cdp.send("Fetch.failRequest", { requestId: paused.requestId, errorReason });

  /** The browser re-sends by itself what ends unanswered on a reused connection: so the dispatched request gets a new one. */
  const freshen = async ({ session, watches, exchange }: OpenExchange, endpoint: Endpoint): Promise<void> => {
    const limit = Date.now() + quietMs;
    while (session.tether.isTunnelled(endpoint) && session.othersInFlight(endpoint, exchange) > 0) {
      if (Date.now() >= limit) {
        await Promise.all(watches.map((watch) => watch.degrade("resendPossible")));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, quietPollMs));
    }
    await session.tether.closeTunnels(endpoint);
  };

  /** A page that floods is let go on unrecorded, which its command's coverage says first: the journal has other commands too. */
  const isFlood = async (watches: readonly WatchState[]): Promise<boolean> => {
    const flooded = watches.filter((watch) => watch.exchanges.length >= mostDispatches);
    await Promise.all(flooded.map((watch) => watch.degrade("requestFlood")));
    return flooded.length > 0;
  };

  const dispatch = async (
    paused: PausedRequest,
    owner: Owner | null,
    session: GuardedSession,
    watches: WatchState[],
  ) => {
    if (await isFlood(watches)) return void (await proceed(paused, false));
    const exchange = beginExchange(paused.requestId, paused, owner, Date.now());
    const entry: OpenExchange = { exchange, watches, session, settled: () => {} };
    reach("dispatch.before");
    await Promise.all(watches.map((watch) => watch.begin(exchange)));
    reach("dispatch.recorded");
    const endpoint = endpointOf(paused.request.url);
    if (endpoint !== null) await freshen(entry, endpoint);
    const { method, url } = paused.request;
    entry.settled = session.tether.expect(method, url);
    // One that is given up has no answer; a later load of its address is another request then.
    if (isSafeMethod(method)) for (const watch of watches) watch.whenOver(entry.settled);
    open.set(paused.requestId, entry);
    if (paused.networkId !== undefined) chains.set(paused.networkId, entry);
    await proceed(paused, true);
    reach("dispatch.continued");
  };

  const onRequest = async (paused: PausedRequest) => {
    const owner = await owners.of(paused.frameId);
    const all = [...parts.sessions()];
    // A frame that nobody knows (yet) may be anybody's: it counts for every session's commands.
    const session = parts.session(owner) ?? all.find(({ watches: own }) => own.size > 0) ?? all[0];
    if (session === undefined) return refuse(paused, "Aborted");
    session.noteRequest(paused.request.url);
    if (paused.resourceType === "Document") session.loading.add(paused.requestId);
    const watches = owner === null ? all.flatMap((one) => one.watchesOf(null)) : session.watchesOf(owner);
    const armed = watches.filter((watch) => watch.armed);
    const chain = chains.get(paused.networkId ?? "");
    const outgoing: OutgoingRequest = {
      method: paused.request.method,
      url: paused.request.url,
      resourceType: paused.resourceType,
      followsDispatch: chain?.exchange.state === "answered",
      readOnly: owner?.readOnly ?? false,
      sendsForm:
        owners.takeFormNavigation(paused.frameId, paused.request.url) &&
        watches.some(({ command }) => !command.navigates),
    };
    const { method, url, resourceType } = outgoing;
    // The page's last boundary command was told to have sent nothing: so nothing of it may leave late.
    const pageId = owner?.pageId ?? null;
    const isFenced =
      pageId === null
        ? // A worker may act for any page of its session.
          owner?.readOnly !== true && armed.length === 0 && session.fenced.size > 0
        : session.fenced.has(pageId);
    if (isFenced && (!isSafeMethod(method) || resourceType === "Document")) {
      return refuse(paused, "Aborted");
    }
    const ruling = ruleOnRequest(outgoing, armed.length > 0, session.policy);
    const comesTwice = ruling === "dispatch" && !armed.every((watch) => watch.mayDispatch(method, url));
    switch (comesTwice ? "stop" : ruling) {
      case "dispatch":
        return dispatch(paused, owner, session, armed);
      case "letGo":
        for (const watch of watches) watch.noteRequest(method, url, resourceType, "letGo");
        if (watches.length > 0) return dispatch(paused, owner, session, watches);
        session.tether.expect(method, url);
        return proceed(paused, false);
      case "stop":
        for (const watch of watches) watch.noteRequest(method, url, resourceType, "stopped");
        session.loading.delete(paused.requestId);
        return refuse(paused, "Aborted");
      case "pass": {
        // A few sites apply by a GET of a script or even an image: silence is then no proof, and that is on record first.
        if (!outgoing.followsDispatch) await Promise.all(armed.map((watch) => watch.noteRead()));
        if (outgoing.followsDispatch) chain?.exchange.hops.push({ method, url, status: null });
        // A plain request that the tether could not deliver is turned back into the network error it is.
        const mayFail = gatedTypes.some((type) => type === resourceType);
        return proceed(paused, mayFail && (url.startsWith("http:") || resourceType === "Document"));
      }
    }
  };

  const settle = async (
    paused: PausedRequest,
    { exchange, watches, session, settled }: OpenExchange,
  ): Promise<FailReason | null> => {
    settled();
    const said = tetherSaid(paused, session);
    const endpoint = endpointOf(exchange.url);
    if (said !== null) {
      exchange.state = said === "cut" ? "failed" : "refused";
    } else if (paused.responseErrorReason !== undefined) {
      const reached = endpoint === null || session.tether.reachedSince(endpoint, exchange.at);
      exchange.state = reached ? "failed" : "refused";
    } else {
      exchange.state = "answered";
      exchange.status = paused.responseStatusCode ?? null;
      exchange.location = headerOf(paused, "location")?.slice(0, 4_000) ?? null;
      exchange.retryAfter = headerOf(paused, "retry-after")?.slice(0, 64) ?? null;
    }
    // On a used connection, or answered "misdirected", the browser may have sent it again inside its tunnels.
    const resendable =
      endpoint !== null &&
      exchange.url.startsWith("https:") &&
      (exchange.status === 421 || session.tether.openedSince(endpoint, exchange.at) === 0);
    if (resendable && exchange.state !== "refused")
      await Promise.all(watches.map((watch) => watch.degrade("resendPossible")));
    reach("dispatch.answered");
    await Promise.all(watches.map((watch) => watch.progress(exchange)));
    reach("dispatch.settled");
    return said === null ? null : (failReasons[said] ?? null);
  };

  const onAnswer = async (paused: PausedRequest) => {
    const entry = open.get(paused.requestId);
    open.delete(paused.requestId);
    for (const session of parts.sessions()) session.loading.delete(paused.requestId);
    const owner = entry === undefined ? await owners.of(paused.frameId) : null;
    const said = tetherSaid(paused, entry?.session ?? parts.session(owner));
    const reason = entry === undefined ? (failReasons[said ?? ""] ?? null) : await settle(paused, entry);
    if (reason !== null) return refuse(paused, reason);
    const hop = chains
      .get(paused.networkId ?? "")
      ?.exchange.hops.findLast(({ url }) => url === paused.request.url);
    if (hop !== undefined && entry === undefined) hop.status = paused.responseStatusCode ?? null;
    const redirects = (paused.responseStatusCode ?? 0) >= 300 && (paused.responseStatusCode ?? 0) < 400;
    if (!redirects && paused.networkId !== undefined) chains.delete(paused.networkId);
    await proceed(paused, false);
  };

  cdp.on("Fetch.requestPaused", async (event) => {
    const parsed = pausedRequestSchema.safeParse(event);
    if (!parsed.success) {
      await cdp
        .send("Fetch.failRequest", { requestId: event.requestId, errorReason: "Aborted" })
        .catch(() => {});
      return;
    }
    const paused = parsed.data;
    try {
      await (isAnswered(paused) ? onAnswer(paused) : onRequest(paused));
    } catch {
      // Whatever went wrong, the request does not leave unrecorded. (A request whose page is gone cannot be refused either.)
      await refuse(paused, "Aborted").catch(() => {});
    }
  });
  cdp.on("Fetch.authRequired", (event) => {
    const { requestId, authChallenge } = authSchema.parse(event);
    const port = Number(URL.canParse(authChallenge.origin) ? new URL(authChallenge.origin).port : 0);
    const tether =
      authChallenge.source === "Proxy"
        ? [...parts.sessions()].find(({ tether: own }) => own.port === port)?.tether
        : undefined;
    const answer =
      tether === undefined
        ? { response: "Default" as const }
        : { response: "ProvideCredentials" as const, username: tether.username, password: tether.password };
    cdp.send("Fetch.continueWithAuth", { requestId, authChallengeResponse: answer }).catch(() => {});
  });
  const watchRequests = (every: boolean) =>
    cdp.send("Fetch.enable", {
      handleAuthRequests: true,
      patterns: every
        ? [{ urlPattern: "*", requestStage: "Request" as const }]
        : gatedTypes.map((resourceType) => ({
            urlPattern: "*",
            resourceType,
            requestStage: "Request" as const,
          })),
    });
  await watchRequests(false);
  let armed = 0;
  return {
    async setArmed(isArmed) {
      armed += isArmed ? 1 : -1;
      await watchRequests(armed > 0);
    },
  };
};

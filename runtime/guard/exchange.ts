import type { DispatchState } from "../contract/index.ts";
import type { SeenDispatch } from "../ports/guard.ts";
import type { NewEvidence } from "../ports/handler.ts";
import type { Owner } from "./frameOwners.ts";
import { type BodyDigest, digestBody, type PausedRequest } from "./pausedRequest.ts";
import { shownUrl } from "./shownUrl.ts";

interface Hop {
  readonly method: string;
  readonly url: string;
  status: number | null;
}

/** One outgoing request with a possible effect and what became of it, redirects included. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly resourceType: string;
  readonly frame: Owner["frame"];
  readonly body: BodyDigest;
  readonly hops: Hop[];
  /** When it was let go, milliseconds since the epoch. */
  readonly at: number;
  state: DispatchState;
  status: number | null;
  location: string | null;
  retryAfter: string | null;
}

export const beginExchange = (
  requestId: string,
  paused: PausedRequest,
  owner: Owner | null,
  at: number,
): Exchange => ({
  requestId,
  method: paused.request.method,
  url: paused.request.url,
  resourceType: paused.resourceType,
  frame: owner?.frame ?? "unknown",
  body: digestBody(paused),
  hops: [],
  at,
  state: "dispatched",
  status: null,
  location: null,
  retryAfter: null,
});

export const seenDispatch = ({
  state,
  method,
  url,
  resourceType,
  status,
  retryAfter,
}: Exchange): SeenDispatch => ({
  state,
  method,
  url: shownUrl(url),
  resourceType,
  status,
  retryAfter,
});

const shownHop = ({ method, url, status }: Hop) => ({ method, url: shownUrl(url), status });

/** What the journal keeps of it, as JSON. */
export const exchangeBody = (exchange: Exchange): string =>
  JSON.stringify({
    method: exchange.method,
    url: shownUrl(exchange.url),
    resourceType: exchange.resourceType,
    frame: exchange.frame,
    ...exchange.body,
    status: exchange.status,
    location: exchange.location,
  });

export const exchangeEvidence = (exchange: Exchange): NewEvidence => ({
  kind: "networkExchange",
  untrusted: true,
  requestId: exchange.requestId,
  method: exchange.method.slice(0, 16),
  url: shownUrl(exchange.url),
  frame: exchange.frame,
  resourceType: exchange.resourceType,
  ...exchange.body,
  status: exchange.status,
  location: exchange.location,
  hops: exchange.hops.slice(0, 32).map(shownHop),
  state: exchange.state,
});

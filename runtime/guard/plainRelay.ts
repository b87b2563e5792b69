import type { Socket } from "node:net";
import type { ProxyClient } from "./proxyClient.ts";
import { bodyLengthOf, headForSite, type ProxyHead } from "./proxyHead.ts";
import { type Endpoint, originOf } from "./proxyRequest.ts";
import { openSiteLine, type SiteLine } from "./siteLine.ts";

/** What the tether answers itself, in place of a site. */
export type OwnAnswer = "malformed" | "lengthRequired" | "denied" | "refused" | "cut";

export interface PlainRelayOptions {
  /** A connected socket; rejects when none could be had. */
  readonly connect: (endpoint: Endpoint) => Promise<Socket>;
  /** Which answer a failed connection gets. */
  readonly failureOf: (endpoint: Endpoint, error: unknown) => "denied" | "refused";
  /** Whether a browser may send this again by itself when it is cut. */
  readonly isSafe: (method: string, url: string) => boolean;
  /** Asked at the last moment: false for what a browser sends again by itself although it was dispatched once. */
  readonly mayGo: (method: string, url: string) => boolean;
  /** Answers in place of a site and ends the connection. */
  readonly answer: (what: OwnAnswer) => void;
}

const discard = async (body: AsyncIterable<Buffer>) => {
  for await (const _ of body);
};

/**
 * The plain requests of one browser connection, one after the other, each answer byte for byte. When the site cuts an
 * effect off, it is answered for: the browser would send it again if it saw a cut. An effect also gets a connection of
 * its own, since a site may close a used one at the moment the request leaves.
 */
export const createPlainRelay = (client: ProxyClient, options: PlainRelayOptions) => {
  let used: { readonly origin: string; readonly line: SiteLine } | null = null;

  const lineTo = async (endpoint: Endpoint, mayReuse: boolean): Promise<SiteLine> => {
    const origin = originOf(endpoint);
    if (mayReuse && used?.origin === origin && used.line.isOpen()) return used.line;
    used?.line.retire();
    const line = openSiteLine(await options.connect(endpoint), client.socket);
    used = { origin, line };
    return line;
  };

  return async (head: ProxyHead, url: URL): Promise<void> => {
    const length = bodyLengthOf(head);
    if (length === null) return options.answer("lengthRequired");
    const endpoint = { host: url.hostname, port: Number(url.port || 80) };
    const isSafe = options.isSafe(head.method, url.href);
    let line: SiteLine;
    try {
      line = await lineTo(endpoint, isSafe);
    } catch (error) {
      const failure = options.failureOf(endpoint, error);
      if (failure === "refused" && isSafe) client.socket.resetAndDestroy();
      else options.answer(failure);
      return discard(client.body(length));
    }
    // Once the browser has been told of an end it sends this again elsewhere; sent here as well, it would be there twice.
    if (client.socket.writableEnded) return void client.socket.resetAndDestroy();
    if (!options.mayGo(head.method, url.href)) {
      options.answer("cut");
      return discard(client.body(length));
    }
    const onCut = isSafe ? null : () => options.answer("cut");
    await line.send(headForSite(head), client.body(length), onCut);
  };
};

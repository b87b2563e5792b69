import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { RuntimeError } from "../contract/index.ts";
import { dispatchedOnce } from "./dispatchedOnce.ts";
import type { EgressRules } from "./egress.ts";
import { createPlainRelay, type OwnAnswer } from "./plainRelay.ts";
import { type ProxyClient, readProxyClient, windowBytes } from "./proxyClient.ts";
import { bodyLengthOf, type ProxyHead } from "./proxyHead.ts";
import { authorityOf, carriesCredential, type Endpoint, originOf } from "./proxyRequest.ts";
import { createWayOut, Denied, type WayOut } from "./wayOut.ts";

export interface TetherOptions {
  readonly egress: EgressRules;
  /** The session's own proxy (http, https or socks5, credentials in the URL), chained behind the tether; or null. */
  readonly upstream: string | null;
  /** The runtime's own ports, never a site; this tether's port is added while it is open. */
  readonly ownPorts: Set<number>;
  /** Asked before a new tunnel is let through; what it awaits is done before the first byte passes. */
  readonly mayTunnel: (endpoint: Endpoint) => Promise<boolean>;
}

/** A connection that the egress rules refused. */
export interface Denial extends Endpoint {
  readonly address: string;
  readonly rule: string;
  readonly at: number;
}

/**
 * The only way out of a session: a forward proxy inside this process. When the process dies, so does the way, and a request
 * that the browser lets go then finds a closed socket (docs/guarantee.md). TLS is tunnelled, never opened.
 */
export interface Tether {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Connections turned away for want of the session's credential, the browser's first question included. */
  turnedAway(): number;
  denials(): readonly Denial[];
  /**
   * A dispatched request is about to come, once: when the site cuts it, it is answered for, whatever its method, and what a
   * browser sends again by itself does not leave. Returns what to call when its answer is known.
   */
  expect(method: string, url: string): () => void;
  /** False once it was closed: nothing leaves any more. */
  isOpen(): boolean;
  /** Whether anything ever asked for this host here. */
  wasAskedFor(host: string): boolean;
  /** Whether a connection to this origin was established at or after `since` (milliseconds since the epoch). */
  reachedSince(endpoint: Endpoint, since: number): boolean;
  /** Whether a tunnel to this origin is open. */
  isTunnelled(endpoint: Endpoint): boolean;
  /** How many tunnels to an origin were opened at or after `since`. */
  openedSince(endpoint: Endpoint, since: number): number;
  /** Closes every tunnel to an origin, so that the next request needs a connection of its own. */
  closeTunnels(endpoint: Endpoint): Promise<void>;
  close(): Promise<void>;
}

/** Set on answers of the tether itself, with a value only this process knows. */
export const tetherHeader = "x-holdfast-tether";

const remembered = 1_000;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

const ownAnswers: Readonly<Record<OwnAnswer, string>> = {
  malformed: "400 Bad Request",
  lengthRequired: "411 Length Required",
  denied: "403 Forbidden",
  refused: "502 Bad Gateway",
  cut: "502 Bad Gateway",
};

const keep = <T>(list: T[], item: T) => {
  list.push(item);
  if (list.length > remembered) list.shift();
};

const answer = (socket: Socket, status: string, ...headers: readonly string[]) => {
  socket.end(
    [`HTTP/1.1 ${status}`, ...headers, "Content-Length: 0", "Connection: close", "", ""].join("\r\n"),
  );
};

export const openTether = async (options: TetherOptions): Promise<Tether> => {
  const username = "session";
  const password = randomBytes(24).toString("base64url");
  const sockets = new Set<Socket>();
  const tunnels = new Map<Socket, string>();
  const opened: { readonly origin: string; readonly at: number }[] = [];
  const reached: { readonly origin: string; readonly at: number }[] = [];
  const denials: Denial[] = [];
  const asked = new Set<string>();
  const dispatched = dispatchedOnce();
  let turnedAway = 0;

  const wayOut: WayOut = await createWayOut(options, (endpoint) =>
    keep(reached, { origin: originOf(endpoint), at: Date.now() }),
  );
  const noteDenial = (endpoint: Endpoint, error: Denied) =>
    keep(denials, { ...endpoint, address: error.address, rule: error.rule, at: Date.now() });

  const openTunnel = async ({ target: authority }: ProxyHead, client: Socket) => {
    const endpoint = authorityOf(authority);
    if (endpoint === null) return answer(client, ownAnswers.malformed);
    tunnels.set(client, originOf(endpoint));
    client.once("close", () => tunnels.delete(client));
    try {
      if (!(await options.mayTunnel(endpoint))) return answer(client, ownAnswers.denied);
      keep(opened, { origin: originOf(endpoint), at: Date.now() });
      const target = await wayOut.connect(endpoint);
      if (client.destroyed) {
        target.destroy();
        return;
      }
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.on("error", () => client.destroy());
      client.once("close", () => target.destroy());
      target.once("close", () => client.destroy());
      client.pipe(target);
      target.pipe(client);
    } catch (error) {
      if (error instanceof Denied) {
        noteDenial(endpoint, error);
        return answer(client, ownAnswers.denied);
      }
      answer(client, ownAnswers.refused);
    }
  };

  const relayOf = (client: ProxyClient) =>
    createPlainRelay(client, {
      connect: wayOut.connect,
      failureOf(endpoint, error) {
        if (!(error instanceof Denied)) return "refused";
        noteDenial(endpoint, error);
        return "denied";
      },
      isSafe: (method, url) => safeMethods.has(method) && !dispatched.isOpen(method, url),
      mayGo: dispatched.mayGo,
      answer: (what) => answer(client.socket, ownAnswers[what], `${tetherHeader}: ${password} ${what}`),
    });

  const turnAway = async (head: ProxyHead, client: ProxyClient): Promise<void> => {
    turnedAway += 1;
    answer(client.socket, "407 Proxy Authentication Required", 'Proxy-Authenticate: Basic realm="holdfast"');
    // A browser reads no answer before it has sent everything.
    for await (const _ of client.body(bodyLengthOf(head) ?? 0));
  };

  const serve = async (socket: Socket): Promise<void> => {
    const client = readProxyClient(socket);
    const forward = relayOf(client);
    for (let head = await client.head(); head !== null; head = await client.head()) {
      // What crosses an end that the browser has been sent is not answered any more: it sends it again elsewhere.
      if (socket.writableEnded) return void socket.resetAndDestroy();
      if (head === "malformed") return answer(socket, ownAnswers.malformed);
      if (!carriesCredential(head, username, password)) await turnAway(head, client);
      else if (head.method === "CONNECT") return openTunnel(head, client.release());
      else {
        const url = URL.canParse(head.target) ? new URL(head.target) : null;
        if (url?.protocol !== "http:") return answer(socket, ownAnswers.malformed);
        if (asked.size < remembered) asked.add(url.hostname);
        await forward(head, url);
      }
    }
  };

  const server = createServer({ highWaterMark: windowBytes }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    void serve(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new RuntimeError("internal", "the tether has no port");
  const { port } = address;
  options.ownPorts.add(port);

  return {
    port,
    username,
    password,
    turnedAway: () => turnedAway,
    denials: () => denials,
    expect: dispatched.expect,
    isOpen: () => server.listening,
    wasAskedFor: (host) => asked.has(host),
    reachedSince: (endpoint, since) =>
      reached.some(({ origin, at }) => origin === originOf(endpoint) && at >= since),
    isTunnelled: (endpoint) => [...tunnels.values()].includes(originOf(endpoint)),
    openedSince: (endpoint, since) =>
      opened.filter(({ origin, at }) => origin === originOf(endpoint) && at >= since).length,
    async closeTunnels(endpoint) {
      const own = [...tunnels]
        .filter(([, origin]) => origin === originOf(endpoint))
        .map(([client]) => client);
      await Promise.all(
        own.map(async (client) => {
          if (client.closed) return;
          const closed = once(client, "close");
          client.destroy();
          await closed;
        }),
      );
    },
    async close() {
      options.ownPorts.delete(port);
      server.close();
      for (const socket of sockets) socket.destroy();
      await wayOut.close();
    },
  };
};

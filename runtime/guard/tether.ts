import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RuntimeError } from "../contract/index.ts";
import type { EgressRules } from "./egress.ts";
import { authorityOf, carriesCredential, type Endpoint, originOf } from "./proxyRequest.ts";
import { createWayOut, Denied, mostHeaderBytes, type WayOut } from "./wayOut.ts";

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
  /** A dispatched request is about to come: when the site cuts it, it is answered for, whatever its method. */
  expect(method: string, url: string): void;
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

const withoutFragment = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
};

const keep = <T>(list: T[], item: T) => {
  list.push(item);
  if (list.length > remembered) list.shift();
};

const answer = (socket: Duplex, status: string, headers: readonly string[] = []) => {
  socket.end(
    [`HTTP/1.1 ${status}`, ...headers, "Content-Length: 0", "Connection: close", "", ""].join("\r\n"),
  );
};

export const openTether = async (options: TetherOptions): Promise<Tether> => {
  const username = "session";
  const password = randomBytes(24).toString("base64url");
  const challenge = 'Proxy-Authenticate: Basic realm="holdfast"';
  const sockets = new Set<Socket>();
  const tunnels = new Map<Duplex, string>();
  const opened: { readonly origin: string; readonly at: number }[] = [];
  const reached: { readonly origin: string; readonly at: number }[] = [];
  const denials: Denial[] = [];
  const asked = new Set<string>();
  const expected = new Set<string>();
  let turnedAway = 0;

  const wayOut: WayOut = await createWayOut(options, (endpoint) =>
    keep(reached, { origin: originOf(endpoint), at: Date.now() }),
  );
  const noteDenial = (endpoint: Endpoint, error: Denied) =>
    keep(denials, { ...endpoint, address: error.address, rule: error.rule, at: Date.now() });

  const isOwn = (request: IncomingMessage): boolean => {
    const own = carriesCredential(request, username, password);
    if (!own) turnedAway += 1;
    return own;
  };

  const openTunnel = async (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    if (!isOwn(request)) return answer(client, "407 Proxy Authentication Required", [challenge]);
    const endpoint = authorityOf(request.url ?? "");
    if (endpoint === null) return answer(client, "400 Bad Request");
    tunnels.set(client, originOf(endpoint));
    client.once("close", () => tunnels.delete(client));
    try {
      if (!(await options.mayTunnel(endpoint))) return answer(client, "403 Forbidden");
      keep(opened, { origin: originOf(endpoint), at: Date.now() });
      const target = await wayOut.connect(endpoint);
      if (client.destroyed) return target.destroy();
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      target.on("error", () => client.destroy());
      client.once("close", () => target.destroy());
      target.once("close", () => client.destroy());
      client.pipe(target);
      target.pipe(client);
    } catch (error) {
      if (error instanceof Denied) {
        noteDenial(endpoint, error);
        return answer(client, "403 Forbidden");
      }
      answer(client, "502 Bad Gateway");
    }
  };

  /** A plain request. When the site cuts it off, an effect is answered for it: the browser would send it again if it saw a cut. */
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isOwn(request)) {
      response.writeHead(407, { "Proxy-Authenticate": 'Basic realm="holdfast"' }).end();
      return;
    }
    const target = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : null;
    if (target === null || target.protocol !== "http:") {
      response.writeHead(400).end();
      return;
    }
    const endpoint = { host: target.hostname, port: Number(target.port || 80) };
    if (asked.size < remembered) asked.add(target.hostname);
    const failed = (said: string) => {
      const mayRepeat =
        safeMethods.has(request.method ?? "") && !expected.has(`${request.method} ${target.href}`);
      if (response.headersSent || mayRepeat) response.destroy();
      else response.writeHead(502, { [tetherHeader]: `${password} ${said}` }).end();
    };
    try {
      const outgoing = await wayOut.request(endpoint, request);
      outgoing.on("response", (incoming) => {
        try {
          response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, incoming.rawHeaders);
        } catch {
          // A status or a header that cannot be passed on as it is: the site answered, but with what is not known.
          outgoing.destroy();
          return failed("cut");
        }
        incoming.on("error", () => response.destroy());
        incoming.on("aborted", () => response.destroy());
        incoming.pipe(response);
      });
      outgoing.on("upgrade", (_, socket) => {
        socket.destroy();
        failed("cut");
      });
      outgoing.on("error", () => failed("cut"));
      response.on("close", () => outgoing.destroy());
      request.pipe(outgoing);
    } catch (error) {
      if (error instanceof Denied) {
        noteDenial(endpoint, error);
        response.writeHead(403, { [tetherHeader]: `${password} denied` }).end();
      } else failed("refused");
    }
  };

  const server = createServer({
    maxHeaderSize: mostHeaderBytes,
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 60_000,
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, client, head) => void openTunnel(request, client, head));
  server.on("request", (request, response) => void forward(request, response));
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
    expect(method, url) {
      if (expected.size > remembered) expected.clear();
      expected.add(`${method} ${withoutFragment(url)}`);
    },
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

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, Socket } from "node:net";
import { Server } from "proxy-chain";
import { RuntimeError } from "../contract/index.ts";
import type { Endpoint } from "./proxyRequest.ts";

/** The session's own proxy, spoken to through proxy-chain, which knows http, https and socks5 with their credentials. */
export interface Upstream {
  connect(endpoint: Endpoint): Promise<Socket>;
  close(): Promise<void>;
}

const schemes = new Set(["http:", "https:", "socks:", "socks4:", "socks5:", "socks5h:"]);

/** The proxy's address without its credentials, for messages. */
const shownProxy = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

/** Throws `invalidRequest` for what is no proxy address. */
const checkUpstreamUrl = (url: string): void => {
  if (URL.canParse(url) && schemes.has(new URL(url).protocol)) return;
  throw new RuntimeError("invalidRequest", "the session's proxy is not an http, https or socks5 URL");
};

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
const reachMs = 5_000;

/** Rejects with `engineUnreachable` when nothing listens where the proxy should be. */
export const checkUpstream = async (url: string): Promise<void> => {
  checkUpstreamUrl(url);
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (defaultPorts[protocol] ?? 1080)),
  });
  socket.setTimeout(reachMs, () => socket.destroy(new Error("no answer in time")));
  try {
    await once(socket, "connect");
  } catch (error) {
    throw new RuntimeError("engineUnreachable", `the session's proxy ${shownProxy(url)} cannot be reached`, {
      cause: error,
    });
  } finally {
    socket.destroy();
  }
};

export const openUpstream = async (url: string): Promise<Upstream> => {
  checkUpstreamUrl(url);
  const password = randomBytes(24).toString("base64url");
  const server = new Server({
    host: "127.0.0.1",
    port: 0,
    prepareRequestFunction: ({ password: given }) =>
      given === password ? { upstreamProxyUrl: url } : { requestAuthentication: true },
  });
  await server.listen();
  return {
    async connect({ host, port }) {
      const authority = `${host}:${port}`;
      const request = httpRequest({
        host: "127.0.0.1",
        port: server.port,
        method: "CONNECT",
        path: authority,
        headers: {
          host: authority,
          "proxy-authorization": `Basic ${Buffer.from(`tether:${password}`).toString("base64")}`,
        },
        agent: false,
      }).end();
      const [response, socket] = await once(request, "connect");
      if (!(socket instanceof Socket) || response.statusCode !== 200) {
        throw new RuntimeError(
          "engineUnreachable",
          `the session's proxy ${shownProxy(url)} did not reach ${authority}`,
        );
      }
      return socket;
    },
    close: () => server.close(true),
  };
};

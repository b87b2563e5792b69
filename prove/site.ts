import { once } from "node:events";
import { readFile } from "node:fs/promises";
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import type { ArrivedRequest } from "./claim.ts";
import { pageBody, parseEffectPath, parsePagePath } from "./pages.ts";
import type { Protocol } from "./ways.ts";

export interface Site {
  readonly urls: Readonly<Record<Protocol, string>>;
  /** Requests with an effect of this command, counted as soon as their headers are there. */
  arrivedOf(commandId: string): readonly ArrivedRequest[];
  /** How many requests of any sort have arrived. */
  total(): number;
  /** Whether a page of this path was asked for. */
  wasAsked(path: string): boolean;
  close(): Promise<void>;
}

const sendPage = (response: ServerResponse, body: string) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${body}`,
  );
};

const fixture = (name: string) => readFile(new URL(`../fixtures/tls/${name}`, import.meta.url));

interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

const listen = async (server: HttpServer | HttpsServer, protocol: Protocol): Promise<Listener> => {
  const sockets = new Set<Socket>();
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return {
    url: `${protocol}://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A site on loopback that keeps connections alive and remembers every request with an effect. */
export const openSite = async (): Promise<Site> => {
  const arrived = new Map<string, ArrivedRequest[]>();
  const asked = new Set<string>();
  let total = 0;
  let plainUrl = "";

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const [method, path] = [request.method ?? "", request.url ?? ""];
    total += 1;
    const effect = parseEffectPath(path);
    if (effect === null) {
      asked.add(path);
      const plan = parsePagePath(path);
      return sendPage(response, plan === null ? "a page" : pageBody(plan, plainUrl));
    }
    arrived.set(effect.commandId, [...(arrived.get(effect.commandId) ?? []), { method, path }]);
    const answer = () => (effect.cut ? request.socket.destroy() : sendPage(response, "done"));
    request.on("end", () => setTimeout(answer, effect.delayMs).unref());
    request.resume();
  };

  const tls = { key: await fixture("key.pem"), cert: await fixture("cert.pem") };
  const http = await listen(createHttpServer(handle), "http");
  const https = await listen(createHttpsServer(tls, handle), "https");
  plainUrl = http.url;
  return {
    urls: { http: http.url, https: https.url },
    arrivedOf: (commandId) => arrived.get(commandId) ?? [],
    total: () => total,
    wasAsked: (path) => asked.has(path),
    async close() {
      await Promise.all([http.close(), https.close()]);
    },
  };
};

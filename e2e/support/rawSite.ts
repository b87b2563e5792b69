import { once } from "node:events";
import { readFile } from "node:fs/promises";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

/** A request as it arrived: counted at the server, whatever the browser believes. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly cookie: string;
}

export interface RawSite {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Those with this method and path. */
  count(method: string, path: string): number;
  /** Settles when `count` such requests have arrived; rejects after ten seconds. */
  wait(method: string, path: string, count: number): Promise<void>;
  close(): Promise<void>;
}

export type Protocol = "http" | "https" | "h2";
/** Answers a request whose body has been read; null to let the site answer 404. */
export type Answer = (arrived: Arrived, response: Response, cut: () => void) => void;

export interface RawSiteOptions {
  readonly protocol: Protocol;
  readonly answer: Answer;
  /** Paths whose requests are cut as soon as their headers are there. */
  readonly cutBeforeBody?: ReadonlySet<string>;
}

const readBody = async (request: Request): Promise<string> => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
};

/** A server on loopback that keeps connections alive, as real ones do. */
export const openRawSite = async ({ protocol, answer, cutBeforeBody }: RawSiteOptions): Promise<RawSite> => {
  const arrived: Arrived[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const handle = async (request: Request, response: Response) => {
    const [method, path] = [request.method ?? "", request.url ?? ""];
    const cut = () => {
      if (request.httpVersionMajor >= 2 && "stream" in request) request.stream.session?.destroy();
      else request.socket.destroy();
    };
    const take = (body: string): Arrived => {
      const one = { method, path, body, cookie: request.headers.cookie ?? "" };
      arrived.push(one);
      for (const look of waiting) look();
      return one;
    };
    if (cutBeforeBody?.has(path) === true) {
      take("");
      cut();
      return;
    }
    try {
      answer(take(await readBody(request)), response, cut);
    } catch {
      // The client went away in the middle of its own request.
    }
  };
  const tls = async () => ({
    key: await readFile(new URL("../../fixtures/tls/key.pem", import.meta.url)),
    cert: await readFile(new URL("../../fixtures/tls/cert.pem", import.meta.url)),
  });
  const server: Server =
    protocol === "http"
      ? createHttpServer((request, response) => void handle(request, response))
      : protocol === "https"
        ? createHttpsServer(await tls(), (request, response) => void handle(request, response))
        : Object.assign(createHttpServer(), {});
  const h2 = protocol === "h2" ? createSecureServer({ ...(await tls()), allowHTTP1: true }) : null;
  h2?.on("request", (request, response) => void handle(request, response));
  const listener = h2 ?? server;
  listener.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address: AddressInfo | string | null = listener.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  const count = (method: string, path: string) =>
    arrived.filter((request) => request.method === method && request.path === path).length;
  return {
    url: `${protocol === "http" ? "http" : "https"}://127.0.0.1:${address.port}`,
    arrived,
    count,
    async wait(method, path, wanted) {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${method} ${path} did not arrive ${wanted} times`)),
          10_000,
        );
        const look = () => {
          if (count(method, path) < wanted) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
};

/** Answers with a page. */
export const sendPage = (response: Response, html: string, status = 200): void => {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${html}`;
  if ("stream" in response) {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(text);
    return;
  }
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(text);
};

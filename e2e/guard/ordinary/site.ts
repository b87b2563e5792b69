import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import type { Server, Socket } from "node:net";
import { answerSocket } from "./webSocketEcho.ts";

export type Protocol = "http" | "https" | "h2";
type Headers = Readonly<Record<string, string>>;

/** A request as it arrived at the server. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** Text; of large or binary bodies the digest. */
  readonly body: string;
}

/** What a site says to a request; HTTP/1.1 and HTTP/2 alike. */
export interface Reply {
  readonly origin: string;
  send(status: number, headers: Headers, body?: string | Uint8Array): void;
  page(html: string, headers?: Headers): void;
  json(value: unknown, headers?: Headers): void;
  /** Begins an answer that is written piece by piece. */
  begin(headers: Headers): { write(piece: string): void; end(): void };
  /** Answers with these bytes and closes the connection; HTTP/1.1 only. */
  raw(bytes: string): void;
  /** Closes the connection without a word. */
  cut(): void;
}

export type Answer = (seen: Seen, reply: Reply) => void;

export interface Site {
  readonly origin: string;
  /** The same server as another site of the browser. */
  readonly otherOrigin: string;
  /** In order of arrival. Ports and multipart boundaries, which differ by chance, are replaced. */
  seen(): readonly Seen[];
  close(): Promise<void>;
}

interface Incoming extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { destroy(): unknown; end(bytes: string, encoding: "latin1"): unknown };
}

interface Outgoing {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  write(piece: string): unknown;
  end(body?: string | Uint8Array): unknown;
}

// Between the browser and its proxy, or random by design: no site can tell anything by them.
const incomparable = new Set(["connection", "sec-websocket-key"]);

const readBody = async (request: Incoming): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request)
    pieces.push(Buffer.from(piece instanceof Uint8Array ? piece : String(piece)));
  const body = Buffer.concat(pieces);
  const text = body.toString("latin1");
  return body.length <= 2_000 && !/[^\t\r\n -~]/.test(text)
    ? text
    : `${body.length} bytes, sha256 ${createHash("sha256").update(body).digest("hex")}`;
};

const comparable = (text: string, port: number): string =>
  text.replaceAll(`:${port}`, ":PORT").replaceAll(/----WebKitFormBoundary\w+/g, "BOUNDARY");

const headersOf = (request: Incoming, port: number): Headers => {
  const entries = Object.entries(request.headers)
    .filter(([name]) => !name.startsWith(":") && !incomparable.has(name))
    .map(([name, value]) => [name, comparable(String(value), port)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const tls = async () => ({
  key: await readFile(new URL("../../../fixtures/tls/key.pem", import.meta.url)),
  cert: await readFile(new URL("../../../fixtures/tls/cert.pem", import.meta.url)),
});

// As much as browsers take.
const generous = { maxHeaderSize: 256 * 1024 };

type Handle = (request: Incoming, response: Outgoing) => void;

const serverOf = async (protocol: Protocol, handle: Handle): Promise<Server> => {
  if (protocol === "http") return createServer(generous, handle);
  if (protocol === "https") return createTlsServer({ ...generous, ...(await tls()) }, handle);
  return createSecureServer({ ...(await tls()), allowHTTP1: true }, handle);
};

const send = (response: Outgoing, status: number, headers: Headers, body?: string | Uint8Array) => {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body ?? "");
};

const replyTo = (request: Incoming, response: Outgoing, origin: string): Reply => ({
  origin,
  send: (status, headers, body) => send(response, status, headers, body),
  page(html, headers = {}) {
    const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${html}`;
    const type = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    send(response, 200, { ...type, ...headers }, text);
  },
  json: (value, headers = {}) =>
    send(response, 200, { "content-type": "application/json", ...headers }, JSON.stringify(value)),
  begin(headers) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return { write: (piece) => void response.write(piece), end: () => void response.end() };
  },
  raw: (bytes) => void request.socket.end(bytes, "latin1"),
  cut: () => void request.socket.destroy(),
});

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return address.port;
};

/** A server on loopback that remembers every request with all of its headers. */
export const openSite = async (protocol: Protocol, answer: Answer): Promise<Site> => {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let port = 0;
  const scheme = protocol === "http" ? "http" : "https";
  const note = (request: Incoming, body: string): Seen => {
    const headers = headersOf(request, port);
    const [method, path] = [request.method ?? "", request.url ?? ""];
    const one = { method, path, headers, body: comparable(body, port) };
    seen.push(one);
    return one;
  };
  const handle = async (request: Incoming, response: Outgoing) => {
    try {
      const body = await readBody(request);
      answer(note(request, body), replyTo(request, response, `${scheme}://127.0.0.1:${port}`));
    } catch {
      // The client went away in the middle of its own request.
    }
  };
  const server = await serverOf(protocol, (request, response) => void handle(request, response));
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, socket) => {
    note(request, "");
    answerSocket(request.headers["sec-websocket-key"] ?? "", socket, (body) =>
      seen.push({ method: "MESSAGE", path: request.url ?? "", headers: {}, body }),
    );
  });
  port = await portOf(server);
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    otherOrigin: `${scheme}://localhost:${port}`,
    seen: () => seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

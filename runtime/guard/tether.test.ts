import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTether, type Tether, type TetherOptions, tetherHeader } from "./tether.ts";
import { checkUpstream } from "./upstream.ts";

const portOf = (server: Server | TcpServer): number => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
};

const listening = async <S extends Server | TcpServer>(server: S): Promise<S> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};

let site: Server;
let seen: string[];
let tether: Tether;
const opened: { close(): unknown }[] = [];

const open = async (options: Partial<TetherOptions> = {}): Promise<Tether> => {
  const made = await openTether({
    egress: { privateNetworks: true },
    upstream: null,
    ownPorts: new Set(),
    mayTunnel: async () => true,
    ...options,
  });
  opened.push(made);
  return made;
};

interface Answer {
  readonly status: number | undefined;
  readonly header: string | undefined;
  readonly body: string;
}

/** A plain request through a tether, as a browser sends it; null when the connection was closed without an answer. */
const ask = async (
  through: Tether,
  method: string,
  url: string,
  credential: string | null = `${through.username}:${through.password}`,
): Promise<Answer | null> => {
  const headers =
    credential === null
      ? {}
      : { "proxy-authorization": `Basic ${Buffer.from(credential).toString("base64")}` };
  const outgoing = request({
    host: "127.0.0.1",
    port: through.port,
    method,
    path: url,
    headers,
    agent: false,
  });
  outgoing.end(method === "POST" ? "name=Ada" : undefined);
  try {
    const [incoming] = await once(outgoing, "response");
    let body = "";
    for await (const chunk of incoming) body += String(chunk);
    return { status: incoming.statusCode, header: incoming.headers[tetherHeader], body };
  } catch {
    return null;
  }
};

/** The first line a tether answers a CONNECT with. */
const tunnel = async (through: Tether, authority: string, withCredential = true): Promise<string> => {
  const socket = connect(through.port, "127.0.0.1");
  const basic = Buffer.from(`${through.username}:${through.password}`).toString("base64");
  const proof = withCredential ? `Proxy-Authorization: Basic ${basic}\r\n` : "";
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proof}\r\n`);
  const [first] = await once(socket, "data");
  socket.destroy();
  return String(first).split("\r\n")[0] ?? "";
};

beforeEach(async () => {
  seen = [];
  site = await listening(
    createServer((incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url} ${incoming.headers["proxy-authorization"] ?? ""}`.trim());
      if (incoming.url === "/cut") return incoming.socket.destroy();
      response.end("hello");
    }),
  );
  tether = await open();
});

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  site.closeAllConnections();
  site.close();
});

describe("the tether", () => {
  test("delivers a request of its session and hands no credential on", async () => {
    expect(await ask(tether, "GET", `http://127.0.0.1:${portOf(site)}/page?a=1`)).toMatchObject({
      status: 200,
      body: "hello",
    });
    expect(seen).toEqual(["GET /page?a=1"]);
  });

  test.each([
    ["no credential", null],
    ["a wrong password", "session:wrong"],
    ["another session's credential", "other"],
  ])("turns away and counts a request with %s", async (_, credential) => {
    const given =
      credential === "other"
        ? await open().then((other) => `${other.username}:${other.password}`)
        : credential;
    expect((await ask(tether, "POST", `http://127.0.0.1:${portOf(site)}/`, given))?.status).toBe(407);
    expect(await tunnel(tether, `127.0.0.1:${portOf(site)}`, false)).toContain("407");
    expect(tether.turnedAway()).toBe(2);
    expect(seen).toEqual([]);
  });

  test("answers for a site that cuts a POST, so that the browser has no reason to send it again", async () => {
    const answer = await ask(tether, "POST", `http://127.0.0.1:${portOf(site)}/cut`);
    expect(answer).toMatchObject({ status: 502, header: `${tether.password} cut` });
    expect(seen).toEqual(["POST /cut"]);
  });

  test("answers for a site that cuts a GET too, when that GET was dispatched", async () => {
    const url = `http://127.0.0.1:${portOf(site)}/cut`;
    tether.expect("GET", `${url}#part`);
    expect(await ask(tether, "GET", url)).toMatchObject({ status: 502, header: `${tether.password} cut` });
  });

  test("lets a dispatched request leave once, however often a browser sends it by itself", async () => {
    const url = `http://127.0.0.1:${portOf(site)}/page`;
    const settled = tether.expect("POST", url);
    expect(await ask(tether, "POST", url)).toMatchObject({ status: 200 });
    expect(await ask(tether, "POST", url)).toMatchObject({ status: 502, header: `${tether.password} cut` });
    settled();
    expect(await ask(tether, "POST", url)).toMatchObject({ status: 200 });
    expect(seen).toEqual(["POST /page", "POST /page"]);
  });

  test("lets a cut of any other GET be a cut", async () => {
    expect(await ask(tether, "GET", `http://127.0.0.1:${portOf(site)}/cut`)).toBeNull();
  });

  test("knows that a site was never reached", async () => {
    const port = portOf(site);
    const since = Date.now();
    site.close();
    site.closeAllConnections();
    expect((await ask(tether, "POST", `http://127.0.0.1:${port}/`))?.header).toBe(
      `${tether.password} refused`,
    );
    expect(await tunnel(tether, `127.0.0.1:${port}`)).toContain("502");
    expect(tether.reachedSince({ host: "127.0.0.1", port }, since)).toBe(false);
  });

  test("says no to denied addresses and remembers which rule said so", async () => {
    const strict = await open({ egress: { privateNetworks: false } });
    const url = `http://127.0.0.1:${portOf(site)}/`;
    expect(await ask(strict, "GET", url)).toMatchObject({ status: 403, header: `${strict.password} denied` });
    expect(await tunnel(strict, `localhost:${portOf(site)}`)).toContain("403");
    expect(await tunnel(tether, "169.254.169.254:80")).toContain("403");
    expect(strict.denials()).toMatchObject([
      { host: "127.0.0.1", rule: "private networks" },
      { host: "localhost" },
    ]);
    expect(seen).toEqual([]);
  });

  test("does not lead to the runtime's own ports", async () => {
    const ownPorts = new Set<number>();
    const one = await open({ ownPorts });
    expect(await tunnel(one, `127.0.0.1:${one.port}`)).toContain("403");
    expect(one.denials()).toMatchObject([{ rule: "the runtime's own port" }]);
  });

  test("opens no tunnel before what must be recorded is recorded, and none that may not be", async () => {
    const order: string[] = [];
    const careful = await open({
      mayTunnel: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("recorded");
        return true;
      },
    });
    expect(await tunnel(careful, `127.0.0.1:${portOf(site)}`)).toContain("200");
    expect(order).toEqual(["recorded"]);
    const closed = await open({ mayTunnel: async () => false });
    expect(await tunnel(closed, `127.0.0.1:${portOf(site)}`)).toContain("403");
  });

  test("closes the tunnels of one origin and leaves the others", async () => {
    const other = await listening(createTcpServer((socket) => socket.on("error", () => {})));
    const [own, theirs] = [portOf(site), portOf(other)].map((port) => ({ host: "127.0.0.1", port }));
    if (own === undefined || theirs === undefined) throw new Error("no ports");
    const basic = Buffer.from(`${tether.username}:${tether.password}`).toString("base64");
    const sockets = [own, theirs].map(({ port }) => {
      const socket = connect(tether.port, "127.0.0.1");
      socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`);
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, "data")));
    await tether.closeTunnels(own);
    expect([tether.isTunnelled(own), tether.isTunnelled(theirs)]).toEqual([false, true]);
    other.close();
    for (const socket of sockets) socket.destroy();
  });

  test("is a closed socket once it is closed", async () => {
    await tether.close();
    expect(await ask(tether, "POST", `http://127.0.0.1:${portOf(site)}/`)).toBeNull();
    expect(seen).toEqual([]);
  });
});

describe("a session's own proxy", () => {
  test("is chained behind the tether, with its credentials", async () => {
    const asked: string[] = [];
    const proxy = await listening(createServer());
    proxy.on("connect", (incoming, socket) => {
      asked.push(`${incoming.url} ${incoming.headers["proxy-authorization"]}`);
      const target = connect(portOf(site), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(target).pipe(socket);
      });
      socket.on("error", () => target.destroy());
      target.on("error", () => socket.destroy());
    });
    const chained = await open({ upstream: `http://ada:secret@127.0.0.1:${portOf(proxy)}` });
    expect(await ask(chained, "GET", "http://site.test/page")).toMatchObject({ status: 200, body: "hello" });
    expect(asked).toEqual([`site.test:80 Basic ${Buffer.from("ada:secret").toString("base64")}`]);
    proxy.closeAllConnections();
    proxy.close();
  });

  test("that nobody listens on is engineUnreachable, named without its credentials", async () => {
    const gone = await listening(createTcpServer());
    const port = portOf(gone);
    gone.close();
    await expect(checkUpstream(`socks5://ada:secret@127.0.0.1:${port}`)).rejects.toMatchObject({
      code: "engineUnreachable",
      message: `the session's proxy socks5://127.0.0.1:${port} cannot be reached`,
    });
  });

  test.each(["ftp://proxy.test", "not a url", "javascript:alert(1)"])("%s is no proxy", async (url) => {
    await expect(checkUpstream(url)).rejects.toMatchObject({ code: "invalidRequest" });
  });
});

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTether, type Tether } from "./tether.ts";

/** What the site does with the n-th connection; it is told what arrived on it. */
type Manners = (socket: Socket, received: string, connection: number) => void;

let site: Server;
let tether: Tether;
let manners: Manners;
let arrived: { readonly connection: number; readonly bytes: string }[];

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
};

beforeEach(async () => {
  arrived = [];
  let connections = 0;
  site = createServer((socket) => {
    const connection = ++connections;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      arrived.push({ connection, bytes: String(chunk) });
      manners(socket, String(chunk), connection);
    });
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  tether = await openTether({
    egress: { privateNetworks: true },
    upstream: null,
    ownPorts: new Set(),
    mayTunnel: async () => true,
  });
});

afterEach(async () => {
  await tether.close();
  site.close();
});

/** A browser's connection to the tether. */
const open = () => {
  // As a browser's, it can still send when the other side has ended.
  const socket = connect({ port: tether.port, host: "127.0.0.1", allowHalfOpen: true });
  const basic = Buffer.from(`${tether.username}:${tether.password}`).toString("base64");
  return {
    socket,
    send(method: string, path: string, body = "", length = body.length) {
      const origin = `127.0.0.1:${portOf(site)}`;
      socket.write(
        `${method} http://${origin}${path} HTTP/1.1\r\nHost: ${origin}\r\nProxy-Authorization: Basic ${basic}\r\nContent-Length: ${length}\r\n\r\n${body}`,
      );
    },
    /** Everything up to the end of the connection, or "reset". */
    all: () =>
      text(socket).catch((error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? "reset" : "")),
  };
};

const cutAnswer = () =>
  expect.stringContaining(`502 Bad Gateway\r\nx-holdfast-tether: ${tether.password} cut`);
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

describe("an effect that the site cuts off is answered for", () => {
  test.each([
    ["without a byte", ""],
    ["after an interim answer", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["in the middle of the head", "HTTP/1.1 200 OK\r\nContent-Le"],
  ])("%s, by an end and by a reset", async (_, before) => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      manners = (socket) => socket.write(before, () => setImmediate(() => socket[end]()));
      const browser = open();
      browser.send("POST", "/", "name=Ada");
      expect(await browser.all()).toEqual(cutAnswer());
    }
    expect(arrived).toHaveLength(2);
  });

  test("only once its body was sent, since no browser reads before", async () => {
    manners = (socket) => socket.resetAndDestroy();
    const browser = open();
    browser.send("POST", "/", "a", 200_000);
    const answered = browser.all();
    await once(site, "connection");
    browser.socket.write("b".repeat(199_999));
    expect(await answered).toEqual(cutAnswer());
  });
});

describe("an answer", () => {
  test.each([
    ["with headers no parser would take", "HTTP/1.1 299 O\u0001K\nX Y: a\n b\n\nrest"],
    ["of a protocol of its own", "220 mail.test ESMTP\r\n"],
    ["to an effect, its interim answers left out", "HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello"],
  ])("%s arrives byte for byte", async (_, bytes) => {
    manners = (socket) => socket.end(bytes, "latin1");
    const browser = open();
    browser.send("POST", "/", "x");
    expect(await browser.all()).toBe(bytes.slice(Math.max(bytes.lastIndexOf("HTTP/1.1 2"), 0)));
  });

  test("that breaks off with a reset is a reset for the browser too, not an end", async () => {
    manners = (socket) =>
      socket.write("HTTP/1.1 200 OK\r\n\r\nhalf", () => setTimeout(() => socket.resetAndDestroy(), 20));
    const browser = open();
    browser.send("GET", "/");
    expect(await browser.all()).toBe("reset");
  });
});

describe("connections to the site", () => {
  const answers: Manners = (socket) => socket.write(ok);
  const twice = async (first: string, second: string) => {
    manners = answers;
    const browser = open();
    browser.send(first, "/first");
    await once(browser.socket, "data");
    browser.send(second, "/second");
    await once(browser.socket, "data");
    browser.socket.destroy();
    return arrived.map(({ connection, bytes }) => `${connection} ${bytes.split(" HTTP")[0]}`);
  };

  test("are kept for reading", async () => {
    expect(await twice("GET", "GET")).toEqual(["1 GET /first", "1 GET /second"]);
  });

  test("are new for an effect", async () => {
    expect(await twice("GET", "POST")).toEqual(["1 GET /first", "2 POST /second"]);
  });

  test("are new for a dispatched GET", async () => {
    tether.expect("GET", `http://127.0.0.1:${portOf(site)}/second`);
    expect(await twice("GET", "GET")).toEqual(["1 GET /first", "2 GET /second"]);
  });

  test("that end take no request along: what crosses the end is left for the browser to send again", async () => {
    manners = answers;
    const browser = open();
    browser.send("GET", "/");
    const [[idle]] = await Promise.all([once(site, "connection"), once(browser.socket, "data")]);
    const ended = once(browser.socket, "end");
    browser.socket.resume();
    idle.end();
    await ended;
    browser.socket.on("error", () => {});
    browser.send("POST", "/done", "x");
    // Whatever was to come of it has come once others, begun later, have been answered.
    for (const path of ["/later", "/last"]) {
      const other = open();
      other.send("GET", path);
      await once(other.socket, "data");
      other.socket.destroy();
    }
    expect(arrived.map(({ bytes }) => bytes.split(" HTTP")[0])).toEqual(["GET /", "GET /later", "GET /last"]);
  });

  test("end with the browser's connection", async () => {
    manners = answers;
    const browser = open();
    browser.send("GET", "/");
    const [[atSite]] = await Promise.all([once(site, "connection"), once(browser.socket, "data")]);
    const closed = once(atSite, "close");
    browser.socket.destroy();
    await closed;
    expect(atSite.destroyed).toBe(true);
  });
});

test.each([
  [
    "a body of unknown length",
    "POST http://127.0.0.1:1/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\nCREDENTIAL\r\n\r\n",
    "411",
  ],
  ["an address of another kind", "GET ftp://127.0.0.1/ HTTP/1.1\r\nCREDENTIAL\r\n\r\n", "400"],
  ["a path", "GET / HTTP/1.1\r\nCREDENTIAL\r\n\r\n", "400"],
  ["what is no request", "\u0016\u0003\u0001\u0002\r\n\r\n", "400"],
  ["a head without end", `GET http://127.0.0.1:1/ HTTP/1.1\r\nA: ${"a".repeat(300_000)}`, "400"],
])("%s is refused", async (_, bytes, status) => {
  const { socket, all } = open();
  const basic = Buffer.from(`${tether.username}:${tether.password}`).toString("base64");
  socket.write(bytes.replace("CREDENTIAL", `Proxy-Authorization: Basic ${basic}`));
  expect(await all()).toContain(`HTTP/1.1 ${status} `);
});

test("a head that comes letter by letter is read all the same", async () => {
  manners = (socket) => socket.end(ok);
  const { socket, all } = open();
  const basic = Buffer.from(`${tether.username}:${tether.password}`).toString("base64");
  const request = `POST http://127.0.0.1:${portOf(site)}/slow HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\nContent-Length: 1\r\n\r\nx`;
  for (const letter of request) {
    socket.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await all()).toBe(ok);
  expect(arrived.map(({ bytes }) => bytes).join("")).toBe(
    "POST /slow HTTP/1.1\r\nContent-Length: 1\r\n\r\nx",
  );
});

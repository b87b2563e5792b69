import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect } from "@playwright/test";
import { attemptRunner, beginAttempt, type CommandInput } from "../../gateway/index.ts";
import { openRawSite, sendPage } from "../support/rawSite.ts";
import { test } from "../support/stage.ts";

const submit: CommandInput = {
  kind: "intent",
  input: {
    kind: "submitAndVerify",
    input: { purpose: "send it", expectedState: { text: { matcher: { contains: "Thank you" } } } },
  },
};
const page = `<!doctype html><link rel="icon" href="data:,"><form method="post" action="/done"><input name="a" value="1"><button>Send it</button></form>`;
const answer = (status: string, body = "no", more = "") =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A server that speaks in bytes: `onPost` is given each whole POST. */
const openByteSite = async (onPost: (socket: Socket) => void) => {
  let posts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received += String(chunk);
      const end = received.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (end < 0 || received.length < end + 4 + length) return;
      const isPost = received.startsWith("POST");
      received = "";
      if (!isPost) return void socket.write(answer("200 OK", page, "Cache-Control: no-store\r\n"));
      posts += 1;
      onPost(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    posts: () => posts,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

for (const [what, bytes, reset] of [
  [
    "407, as if it were the browser's proxy",
    answer("407 Proxy Authentication Required", "no", 'Proxy-Authenticate: Basic realm="x"\r\n'),
    false,
  ],
  ["421", answer("421 Misdirected Request"), false],
  ["408", answer("408 Request Timeout", "no", "Connection: close\r\n"), false],
  ["half a head in small letters, and cuts", "http/1.1 200 ok\r\ncontent-", true],
  ["half a head behind an empty line, and cuts", "\r\nHTTP/1.1 200 OK\r\nConte", true],
] as const)
  test(`a site that answers a submit with ${what} receives it once`, async ({ open }) => {
    const site = await openByteSite((socket) => {
      socket.write(bytes, () => reset && setTimeout(() => socket.resetAndDestroy(), 200));
    });
    const runtime = await open();
    const run = attemptRunner(runtime, await beginAttempt(runtime, "local"));
    await run({ kind: "primitive", input: { kind: "navigate", input: { url: site.url } } });
    const outcome = await run(submit, { timeoutMs: 8_000 });
    expect(outcome.status).not.toBe("completed");
    expect(outcome.evidence.filter(({ kind }) => kind === "networkExchange")).toHaveLength(1);
    expect(site.posts()).toBe(1);
    site.close();
  });

for (const protocol of ["https", "h2"] as const)
  test(`over ${protocol}, where a repetition cannot be held back, it is not covered up`, async ({ open }) => {
    const site = await openRawSite({
      protocol,
      answer: ({ method }, response) =>
        sendPage(response, method === "POST" ? "no" : page, method === "POST" ? 421 : 200),
    });
    const runtime = await open();
    const { workflowId, attemptId } = await runtime.createWorkflow("local");
    const { sessionId } = await runtime.createSession("local", "tls", { ignoreHTTPSErrors: true });
    const { pageId } = await runtime.openPage("local", sessionId);
    const run = attemptRunner(runtime, { principal: "local", workflowId, attemptId, sessionId, pageId });
    await run({ kind: "primitive", input: { kind: "navigate", input: { url: site.url } } });
    const outcome = await run(submit, { timeoutMs: 8_000 });
    const arrived = site.count("POST", "/done");
    if (arrived > 1)
      expect(outcome.coverage).toMatchObject({
        state: "degraded",
        reasons: expect.arrayContaining(["resendPossible"]),
      });
    expect(arrived).toBeGreaterThan(0);
    await site.close();
  });

import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { attemptRunner, openRuntime, type Runtime } from "../gateway/index.ts";

/** What one round measures, in the page itself, in milliseconds. */
interface Round {
  readonly load: number;
  readonly posts: number;
}

const rounds = 7;
const parts = 60;
const posts = 100;

const loadTime = `new Promise((resolve) => {
  const look = () => {
    const [entry] = performance.getEntriesByType("navigation");
    if (entry.loadEventEnd > 0) resolve(entry.loadEventEnd);
    else setTimeout(look, 5);
  };
  look();
})`;
const postTime = `(async () => {
  const start = performance.now();
  for (let at = 0; at < ${posts}; at += 1) await (await fetch("/post", { method: "POST", body: "at=" + at })).text();
  return performance.now() - start;
})()`;

const kinds = ["text/css", "text/javascript", "image/svg+xml"] as const;
const bodies = [
  "p { color: rgb(1, 2, 3) }",
  "window.loaded = true;",
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
];
const tags = [
  (at: number) => `<link rel="stylesheet" href="/part/${at}">`,
  (at: number) => `<script src="/part/${at}"></script>`,
  (at: number) => `<img alt="" src="/part/${at}">`,
];
const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">${Array.from({ length: parts }, (_, at) => tags[at % 3]?.(at)).join("")}`;

const startSite = async () => {
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const at = /^\/part\/(\d+)/.exec(request.url ?? "")?.[1];
      const kind = at === undefined ? "text/html" : (kinds[Number(at) % 3] ?? "");
      response.writeHead(200, { "content-type": kind, "cache-control": "no-store" });
      response.end(request.method === "POST" ? "ok" : at === undefined ? html : bodies[Number(at) % 3]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}/`, close };
};

const withGuard = async (runtime: Runtime, url: string): Promise<Round> => {
  const principal = "local";
  const { workflowId, attemptId } = await runtime.createWorkflow(principal);
  const { sessionId } = await runtime.createSession(principal);
  const { pageId } = await runtime.openPage(principal, sessionId);
  const run = attemptRunner(runtime, { principal, workflowId, attemptId, sessionId, pageId });
  const measured = async (expression: string): Promise<number> => {
    const input = { expression, timeoutMs: 30_000 };
    const outcome = await run({ kind: "primitive", input: { kind: "evaluateJavaScript", input } });
    const result = outcome.evidence.find((item) => item.kind === "javaScriptResult");
    if (outcome.status !== "completed" || result === undefined) throw new Error(`it ended ${outcome.status}`);
    return Number(result.value);
  };
  await run({ kind: "primitive", input: { kind: "navigate", input: { url } } });
  const round = { load: await measured(loadTime), posts: await measured(postTime) };
  await runtime.closeSession(principal, sessionId);
  return round;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const dataDir = await mkdtemp(join(tmpdir(), "holdfast-bench-"));
const site = await startSite();
const runtime = await openRuntime({ dataDir });
const { browser: described } = await runtime.info();
const browser = await chromium.launch({ executablePath: described.path });

const withoutGuard = async (): Promise<Round> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url, { waitUntil: "domcontentloaded" });
  const round = { load: Number(await page.evaluate(loadTime)), posts: Number(await page.evaluate(postTime)) };
  await context.close();
  return round;
};

// One of each beforehand: the first page of a browser is slower than those after it.
await withoutGuard();
await withGuard(runtime, site.url);
const off: Round[] = [];
const on: Round[] = [];
for (let round = 0; round < rounds; round += 1) {
  off.push(await withoutGuard());
  on.push(await withGuard(runtime, site.url));
}
for (const [name, pick] of [
  [`page with ${parts} parts`, (round: Round) => round.load],
  [`${posts} POSTs in a row`, (round: Round) => round.posts],
] as const) {
  const [without, guarded] = [median(off.map(pick)), median(on.map(pick))];
  const ratio = (guarded / without).toFixed(2);
  process.stdout.write(
    `${name}: guard off ${without.toFixed(0)} ms, on ${guarded.toFixed(0)} ms, ratio ${ratio} (medians of ${rounds})\n`,
  );
}
await browser.close();
await runtime.close();
site.close();
await rm(dataDir, { recursive: true, force: true });

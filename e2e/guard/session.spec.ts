import { createServer } from "node:net";
import { expect } from "@playwright/test";
import {
  attemptRunner,
  type CommandInput,
  type Runtime,
  type SessionPolicyInput,
} from "../../gateway/index.ts";
import { openRawSite, sendPage } from "../support/rawSite.ts";
import { freshRun, test } from "../support/stage.ts";

const principal = "local";

/** A page in a session with this policy, and what runs commands on it. */
const inSession = async (runtime: Runtime, policy: SessionPolicyInput) => {
  const { workflowId, attemptId } = await runtime.createWorkflow(principal);
  const { sessionId } = await runtime.createSession(principal, "default", policy);
  const { pageId } = await runtime.openPage(principal, sessionId);
  return attemptRunner(runtime, { principal, workflowId, attemptId, sessionId, pageId });
};

const go = (url: string): CommandInput => ({
  kind: "primitive",
  input: { kind: "navigate", input: { url } },
});
const script = (expression: string): CommandInput => ({
  kind: "primitive",
  input: { kind: "evaluateJavaScript", input: { expression, timeoutMs: 30_000 } },
});

test("an address the session may not reach is networkPolicyDenied, with the address and the rule", async ({
  site,
  open,
}) => {
  const run = await inSession(await open(), { egress: { privateNetworks: false } });
  expect(await run(go(`${site.url}/register`))).toMatchObject({
    status: "failed",
    error: { code: "networkPolicyDenied", details: { address: "127.0.0.1", rule: "private networks" } },
  });
});

test("link-local and metadata addresses and the runtime's own ports are denied to everybody", async ({
  open,
}) => {
  const run = await inSession(await open(), {});
  const outcome = await run(go("http://169.254.169.254/latest/meta-data"));
  expect(outcome).toMatchObject({ status: "failed", error: { code: "networkPolicyDenied" } });
});

test("a page that was allowed cannot lead to an address that is not", async ({ open }) => {
  const inner = await openRawSite({
    protocol: "http",
    answer: (_, response) => sendPage(response, "inside"),
  });
  const outer = await openRawSite({
    protocol: "http",
    answer: ({ path }, response) => {
      if (path === "/away") response.writeHead(302, { location: inner.url }).end();
      else sendPage(response, "outside");
    },
  });
  const { port } = new URL(inner.url);
  const run = await inSession(await open(), { egress: { privateNetworks: true, deny: ["localhost"] } });
  expect((await run(go(`${outer.url}/`))).status).toBe("completed");
  const fetched = await run(
    script(`fetch("http://localhost:${port}/").then(() => "reached", () => "denied")`),
  );
  expect(fetched.evidence).toContainEqual(
    expect.objectContaining({ kind: "javaScriptResult", value: '"denied"' }),
  );
  expect(inner.arrived).toEqual([]);
  await Promise.all([inner.close(), outer.close()]);
});

test("a session whose own proxy cannot be reached is refused when it is created, and names it", async ({
  open,
}) => {
  const gone = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => gone.once("listening", resolve));
  const address = gone.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await new Promise((resolve) => gone.close(resolve));
  const runtime = await open();
  const proxy = `http://user:pass@127.0.0.1:${address.port}`;
  await expect(runtime.createSession(principal, "default", { proxy })).rejects.toMatchObject({
    code: "engineUnreachable",
    message: `the session's proxy http://127.0.0.1:${address.port} cannot be reached`,
  });
});

test("an invalid certificate is the browser's own error, and ignored only when the session says so", async ({
  open,
}) => {
  const site = await openRawSite({
    protocol: "https",
    answer: (_, response) => sendPage(response, "secure"),
  });
  const runtime = await open();
  const strict = await inSession(runtime, {});
  expect(await strict(go(site.url))).toMatchObject({
    error: { code: "browserCommandFailed", message: expect.stringContaining("ERR_CERT") },
  });
  expect(site.arrived).toEqual([]);
  const lenient = await inSession(runtime, { ignoreHTTPSErrors: true });
  expect((await lenient(go(site.url))).status).toBe("completed");
  await site.close();
});

test("a session that does not allow scripts refuses them", async ({ site, open }) => {
  const run = await inSession(await open(), { javaScript: false });
  await run(go(`${site.url}/register`));
  expect(await run(script("1"))).toMatchObject({ status: "policyDenied", effect: "none" });
});

test("a page that floods requests is recorded as far as the bound, says so, and leaves another session alone", async ({
  site,
  open,
}) => {
  const runtime = await open();
  const [flooding, other] = [await inSession(runtime, {}), await inSession(runtime, {})];
  const flood = await openRawSite({
    protocol: "http",
    answer: (_, response) => sendPage(response, "<p>flood</p>"),
  });
  await flooding(go(flood.url));
  const [flooded, quiet] = await Promise.all([
    flooding(
      script(
        `Promise.all(Array.from({length: 1000}, (_, n) => fetch("/" + n, {method: "POST", body: "x"}))).then((all) => all.length)`,
      ),
      { timeoutMs: 60_000 },
    ),
    other(go(`${site.url}/r/${freshRun("quiet")}/register`)),
  ]);
  expect(flooded).toMatchObject({
    status: "completed",
    effect: "answered",
    coverage: { reasons: ["requestFlood"] },
  });
  expect(flood.arrived.filter(({ method }) => method === "POST")).toHaveLength(1_000);
  expect(quiet).toMatchObject({ status: "completed", coverage: { state: "whole" } });
  await flood.close();
});

test("the runtime says what it guarantees", async ({ open }) => {
  const runtime = await open();
  const info = await runtime.info();
  expect(info.guarantee).toEqual({ state: "whole" });
  expect(info.limits.completeFormFields).toBe(128);
});

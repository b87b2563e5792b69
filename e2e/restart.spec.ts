import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import {
  type AttemptPlace,
  attemptRunner,
  beginAttempt,
  type CommandInput,
  type Runtime,
} from "../gateway/index.ts";
import { openRawSite } from "./support/rawSite.ts";
import { test } from "./support/stage.ts";

const principal = "local";
const intent = (input: Extract<CommandInput, { kind: "intent" }>["input"]): CommandInput => ({
  kind: "intent",
  input,
});
const shows = (text: string) => ({ text: { matcher: { contains: text } } });
const navigate = (url: string): CommandInput => ({
  kind: "primitive",
  input: { kind: "navigate", input: { url } },
});
const fill = (purpose: string, value: string): CommandInput =>
  intent({ kind: "fill", input: { purpose, value: { kind: "enter", value } } });
const submit: CommandInput = intent({
  kind: "submitAndVerify",
  input: { purpose: "send it", expectedState: shows("Thank you") },
});

const form = (more = "") =>
  `<title>Course</title><form method="post" action="/done"><label>Name <input name="name"></label>${more}<button>Send it</button></form>`;
const login = `<title>Sign in</title><form method="post" action="/login"><label>Password <input type="password" name="password" autocomplete="current-password"></label><button>Sign in</button></form>`;

interface Page {
  /** What `/form` answers now; `loginAt` sends the browser there instead. */
  html: string;
  loginAt: string | null;
}

type Response = Parameters<Parameters<typeof openRawSite>[0]["answer"]>[1];
const sendPage = (response: Response, html: string) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(`<!doctype html><link rel="icon" href="data:,">${html}`);
};

/** A site whose form wants a cookie, the address's query, and whatever else the test says. */
const siteWith = async (page: Page) => {
  const site = await openRawSite({
    protocol: "http",
    answer: ({ method, path, cookie }, response) => {
      if (path.startsWith("/enter")) {
        response.setHeader("set-cookie", "sid=1; Path=/");
        return sendPage(response, "<h1>Welcome</h1>");
      }
      if (path.startsWith("/login")) return sendPage(response, login);
      if (path.startsWith("/status")) return sendPage(response, "<p>One registration</p>");
      if (method === "POST") return sendPage(response, "<h1>Thank you</h1>");
      const to = path === "/form?course=7" && cookie === "sid=1" ? page.loginAt : "/login";
      if (to === null) return sendPage(response, page.html);
      response.writeHead(302, { location: to }).end();
    },
  });
  return { ...site, url: site.url.replace(/\/$/, "") };
};

/** A form filled in a session that has entered the site, with a checkpoint for a submit that was not sent yet. */
const filledForm = async (runtime: Runtime, url: string) => {
  const place = await beginAttempt(runtime, principal);
  const run = attemptRunner(runtime, place);
  for (const command of [navigate(`${url}/enter`), navigate(`${url}/form?course=7`), fill("name", "Ada")])
    expect(await run(command)).toMatchObject({ status: "completed" });
  const commandId = randomUUID();
  const { workflowId, attemptId, sessionId, pageId } = place;
  const named = { workflowId, attemptId, sessionId, pageId, boundaryCommandId: commandId };
  return { place, commandId, named };
};

/** The runtime ends and another begins on the same data directory. */
const reopened = async (runtime: Runtime, open: () => Promise<Runtime>): Promise<Runtime> => {
  await runtime.close();
  return open();
};

test.describe("a workflow that is started again", () => {
  test("comes back to its address with query, cookies and values, and is submitted once", async ({
    open,
  }) => {
    const site = await siteWith({ html: form(), loginAt: null });
    const first = await open();
    const { place, named } = await filledForm(first, site.url);
    await first.saveCheckpoint(principal, named);
    const second = await reopened(first, open);
    const decision = await second.recover(principal, place.workflowId);
    expect(decision).toMatchObject({ decision: "restarted", abandonedAttemptId: place.attemptId });
    if (decision.decision !== "restarted") return;
    expect(decision.replayedInputs).toHaveLength(1);
    const again: AttemptPlace = { ...place, ...decision, principal };
    expect(await attemptRunner(second, again)(submit)).toMatchObject({ status: "completed" });
    expect(site.arrived.filter(({ method }) => method === "POST")).toMatchObject([{ body: "name=Ada" }]);
    await site.close();
  });

  test("has the storage of its session again: local storage and databases", async ({ open }) => {
    const site = await siteWith({ html: form(), loginAt: null });
    const script = (expression: string): CommandInput => ({
      kind: "primitive",
      input: { kind: "evaluateJavaScript", input: { expression } },
    });
    const first = await open();
    const { place, named } = await filledForm(first, site.url);
    const opened = `new Promise((resolve) => {
      const opening = indexedDB.open("kept", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("words");
      opening.onsuccess = () => resolve(opening.result);
    })`;
    const keep = `localStorage.setItem("word", "local"); ${opened}.then((database) => new Promise((resolve) => {
      const writing = database.transaction("words", "readwrite");
      writing.objectStore("words").put("database", "word");
      writing.oncomplete = () => { database.close(); resolve("kept"); };
    }))`;
    expect(await attemptRunner(first, place)(script(keep))).toMatchObject({ status: "completed" });
    await first.saveCheckpoint(principal, named);
    const second = await reopened(first, open);
    const decision = await second.recover(principal, place.workflowId);
    expect(decision).toMatchObject({ decision: "restarted" });
    if (decision.decision !== "restarted") return;
    const read = `${opened}.then((database) => new Promise((resolve) => {
      const reading = database.transaction("words").objectStore("words").get("word");
      reading.onsuccess = () => resolve([localStorage.getItem("word"), reading.result]);
    }))`;
    const { evidence } = await attemptRunner(second, { ...place, ...decision, principal })(script(read));
    expect(evidence).toContainEqual(
      expect.objectContaining({ kind: "javaScriptResult", value: '["local","database"]' }),
    );
    await site.close();
  });

  for (const [what, change, code] of [
    ["a login page in its place", { loginAt: "/login" }, "sessionExpired"],
    ["a login form at its address", { html: login }, "sessionExpired"],
    ["another page", { html: form().replace("Course", "Courses") }, "checkpointMismatch"],
    ["another form", { html: form().replaceAll("ame", "umber") }, "formChanged"],
    [
      "a form with a field more that holds something",
      { html: form('<label>City <input name="city" value="Bath"></label>') },
      "formChanged",
    ],
    [
      "a page without the text the caller named",
      { html: form().replace("Send it", "Send") },
      "checkpointMismatch",
    ],
  ] as const) {
    test(`stops at ${what}, with evidence, and types nothing blindly`, async ({ open }) => {
      const page: Page = { html: form(), loginAt: null };
      const site = await siteWith(page);
      const first = await open();
      const { place, named } = await filledForm(first, site.url);
      await first.saveCheckpoint(principal, { ...named, invariants: { text: [{ contains: "Send it" }] } });
      const second = await reopened(first, open);
      Object.assign(page, change);
      const decision = await second.recover(principal, place.workflowId);
      expect(decision).toMatchObject({ decision: "needsReconciliation", code });
      if (decision.decision !== "needsReconciliation") return;
      expect(decision.reasons).toContain("the new attempt has sent nothing");
      expect(decision.evidence).toContainEqual(expect.objectContaining({ kind: "screenshot" }));
      expect(site.arrived.filter(({ method }) => method === "POST")).toEqual([]);
      await site.close();
    });
  }

  test("without a checkpoint stops at a login page too", async ({ open }) => {
    const page: Page = { html: form(), loginAt: null };
    const site = await siteWith(page);
    const first = await open();
    const { place } = await filledForm(first, site.url);
    const second = await reopened(first, open);
    page.loginAt = "/login";
    expect(await second.recover(principal, place.workflowId)).toMatchObject({
      decision: "needsReconciliation",
      code: "sessionExpired",
    });
    await site.close();
  });
});

test.describe("a checkpoint that a caller authors", () => {
  test("is saved when all it says holds, and lets exactly its command run", async ({ open }) => {
    const site = await siteWith({ html: form(), loginAt: null });
    const runtime = await open();
    const { place, commandId, named } = await filledForm(runtime, site.url);
    const timeline = await runtime.timeline(principal, place.workflowId);
    const fills = timeline.commands.filter(({ command }) => command.kind === "fill");
    const ids = fills.map(({ command }) => command.commandId);
    const url = `${site.url}/form?course=7`;
    const saved = await runtime.saveCheckpoint(principal, {
      ...named,
      currentUrl: url,
      restartUrl: `${url}#again`,
      invariants: { url, title: "Course", text: [{ contains: "Name" }, { regex: "Send.it" }] },
      replayableInputs: ids,
      evidenceRefs: ids,
    });
    expect(saved).toMatchObject({ restartUrl: `${url}#again`, replayableInputs: ids, evidenceRefs: ids });
    const run = attemptRunner(runtime, place);
    expect(await run(submit, { commandId, autoCheckpoint: false })).toMatchObject({ status: "completed" });
    expect(site.count("POST", "/done")).toBe(1);
    await site.close();
  });

  test("is refused when anything it says does not hold", async ({ open }) => {
    const site = await siteWith({ html: form(), loginAt: null });
    const runtime = await open();
    const { place, named } = await filledForm(runtime, site.url);
    const theirs = await beginAttempt(runtime, "mallory");
    const foreign = await attemptRunner(runtime, theirs)(navigate(`${site.url}/enter`));
    const elsewhere = await runtime.openPage(principal, place.sessionId);
    const other = await attemptRunner(runtime, { ...place, pageId: elsewhere.pageId })(fill("name", "Ada"));
    const timeline = await runtime.timeline(principal, place.workflowId);
    const [navigation] = timeline.commands.map(({ command }) => command.commandId);
    const mismatch = (field: string) => ({ code: "checkpointMismatch", details: { field } });
    for (const [wish, error] of [
      [{ currentUrl: `${site.url}/form` }, mismatch("currentUrl")],
      [{ invariants: { url: site.url } }, mismatch("invariants.url")],
      [{ invariants: { title: "Courses" } }, mismatch("invariants.title")],
      [{ invariants: { text: [{ contains: "Thank you" }] } }, mismatch("invariants.text")],
      [{ replayableInputs: [navigation] }, mismatch("replayableInputs")],
      [{ replayableInputs: [other.commandId] }, mismatch("replayableInputs")],
      [{ evidenceRefs: [randomUUID()] }, { code: "notFound" }],
      [{ evidenceRefs: [foreign.commandId] }, { code: "notFound" }],
      [{ replayableInputs: [foreign.commandId] }, { code: "notFound" }],
      [
        { evidenceRefs: Array.from({ length: 129 }, randomUUID) },
        { code: "invalidRequest", pointer: "/evidenceRefs" },
      ],
      [{ evidence: [] }, { code: "invalidRequest", pointer: "/evidence" }],
      [
        { invariants: { text: [{ regex: "(" }] } },
        { code: "invalidRequest", pointer: "/invariants/text/0/regex" },
      ],
      [{ restartUrl: "javascript:alert(1)" }, { code: "invalidRequest", pointer: "/restartUrl" }],
      [{ lifetimeMs: 300_001 }, { code: "invalidRequest", pointer: "/lifetimeMs" }],
      [{ pageId: theirs.pageId }, { code: "notFound" }],
      [{ sessionId: theirs.sessionId }, { code: "notFound" }],
      [{ workflowId: theirs.workflowId }, { code: "notFound" }],
    ] as const)
      await expect(
        runtime.saveCheckpoint(principal, { ...named, ...wish } as Parameters<Runtime["saveCheckpoint"]>[1]),
        JSON.stringify(wish).slice(0, 80),
      ).rejects.toMatchObject(error);
    await site.close();
  });

  test("says nothing of a running command that a missing one would not", async ({ open }) => {
    const site = await siteWith({ html: form(), loginAt: null });
    const runtime = await open();
    const { place, named } = await filledForm(runtime, site.url);
    const { pageId } = await runtime.openPage(principal, place.sessionId);
    const commandId = randomUUID();
    const running = attemptRunner(runtime, { ...place, pageId })(
      {
        kind: "primitive",
        input: { kind: "waitFor", input: { condition: shows("never"), timeoutMs: 3_000 } },
      },
      { commandId },
    );
    const refused = (ref: string) =>
      runtime
        .saveCheckpoint(principal, { ...named, evidenceRefs: [ref] })
        .catch((error: Error) => error.message.replace(ref, "ID"));
    await expect.poll(() => runtime.commandOutcome(principal, commandId).catch(() => "unknown")).toBeNull();
    expect(await refused(commandId)).toBe(await refused(randomUUID()));
    await running;
    await site.close();
  });
});

test("a probe that is given with the resolution settles the command, or leaves it open", async ({ open }) => {
  const site = await siteWith({ html: form(), loginAt: null });
  const runtime = await open();
  const { place } = await filledForm(runtime, site.url);
  const wrong = intent({
    kind: "submitAndVerify",
    input: { purpose: "send it", expectedState: shows("Welcome aboard") },
  });
  const { commandId, status } = await attemptRunner(runtime, place)(wrong, { timeoutMs: 6_000 });
  expect(status).toBe("needsReconciliation");
  const grounds = { commandId, by: "Ada", note: "the office's list" };
  const asks = (applied: string) => ({
    ...grounds,
    probe: { url: `${site.url}/status`, applied: shows(applied), timeoutMs: 2_000 },
  });
  expect(await runtime.resolve(principal, place.workflowId, asks("Two registrations"))).toMatchObject({
    status: "needsReconciliation",
  });
  expect(await runtime.resolve(principal, place.workflowId, asks("One registration"))).toMatchObject({
    status: "completed",
  });
  const { receipts } = await runtime.timeline(principal, place.workflowId);
  expect(receipts.at(-1)).toMatchObject({ kind: "probe", verdict: "applied", by: "Ada" });
  const contradiction = { ...grounds, verdict: "notApplied" as const };
  await expect(runtime.resolve(principal, place.workflowId, contradiction)).rejects.toMatchObject({
    code: "idempotencyConflict",
  });
  await expect(
    runtime.resolve(principal, place.workflowId, {
      ...grounds,
      verdict: "applied",
      evidenceRefs: [randomUUID()],
    }),
  ).rejects.toMatchObject({ code: "notFound" });
  expect(site.count("POST", "/done")).toBe(1);
  await site.close();
});

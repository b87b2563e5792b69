import { expect } from "@playwright/test";
import { attemptRunner, beginAttempt, type CommandInput, type Runtime } from "../../gateway/index.ts";
import { openRawSite, sendPage } from "../support/rawSite.ts";
import { test } from "../support/stage.ts";

type Intent = Extract<CommandInput, { kind: "intent" }>["input"];
const intent = (input: Intent): CommandInput => ({ kind: "intent", input });
const shows = (text: string) => ({ text: { matcher: { contains: text } } });

const submit = (rejected?: string): CommandInput =>
  intent({
    kind: "submitAndVerify",
    input: {
      purpose: "send it",
      expectedState: shows("Thank you"),
      ...(rejected === undefined ? {} : { rejectedState: shows(rejected) }),
    },
  });
const fill = (...fields: readonly (readonly [purpose: string, value: string])[]): CommandInput =>
  intent({
    kind: "completeForm",
    input: {
      purpose: "the form",
      fields: fields.map(([purpose, value]) => ({ name: purpose, purpose, value: { kind: "enter", value } })),
    },
  });
const script = (expression: string): CommandInput => ({
  kind: "primitive",
  input: { kind: "evaluateJavaScript", input: { expression, timeoutMs: 20_000 } },
});

const form = `<form method="post" action="/done"><label>Name <input name="name"></label><button>Send it</button></form>`;
const button = (onclick: string) =>
  `<label>Name <input name="name"></label><button onclick="${onclick}">Send it</button>`;

/** A site with this page at `/`; a POST waits and answers as told. */
const siteWith = (html: string, answer: { readonly status?: number; readonly waitMs?: number } = {}) =>
  openRawSite({
    protocol: "http",
    answer: ({ method, path }, response, cut) => {
      if (path === "/") return sendPage(response, html);
      if (path.startsWith("/inner"))
        return sendPage(
          response,
          `<form action="/thanks"><input name="a" value="1"><button>Send it</button></form>`,
        );
      if (path.startsWith("/cut")) return cut();
      const later = () =>
        sendPage(response, path.startsWith("/beacon") ? "" : "<h1>Thank you</h1>", answer.status ?? 200);
      if (method === "POST" && answer.waitMs !== undefined) setTimeout(later, answer.waitMs);
      else later();
    },
  });

const onPage = async (runtime: Runtime, url: string) => {
  const run = attemptRunner(runtime, await beginAttempt(runtime, "local"));
  await run({ kind: "primitive", input: { kind: "navigate", input: { url } } });
  return run;
};

test("a form sent by GET inside a frame is sent once, recorded, and applied", async ({ open }) => {
  const site = await siteWith(`<iframe src="/inner" title="inner"></iframe>`);
  const run = await onPage(await open(), site.url);
  const outcome = await run(submit(), { timeoutMs: 15_000 });
  expect(outcome).toMatchObject({ status: "completed", effect: "answered" });
  expect(outcome.evidence).toContainEqual(
    expect.objectContaining({ kind: "networkExchange", method: "GET", frame: "sub" }),
  );
  expect(site.count("GET", "/thanks?a=1")).toBe(1);
  await site.close();
});

test("a page that acts long after the click cannot, once it was said that nothing was sent", async ({
  open,
}) => {
  const site = await siteWith(
    button(
      "window.late = new Promise((r) => setTimeout(() => fetch('/late', {method: 'POST'}).then(() => r('sent'), () => r('refused')), 5000))",
    ),
  );
  const run = await onPage(await open(), site.url);
  expect(await run(submit(), { timeoutMs: 3_000 })).toMatchObject({
    status: "failed",
    effect: "notSent",
    coverage: { state: "whole" },
  });
  const late = await run(script("window.late"), { timeoutMs: 30_000 });
  expect(late.evidence).toContainEqual(
    expect.objectContaining({ kind: "javaScriptResult", value: '"refused"' }),
  );
  expect(site.count("POST", "/late")).toBe(0);
  await site.close();
});

test("what is read before anything is sent makes silence no proof", async ({ open }) => {
  const site = await siteWith(
    button("document.body.append(Object.assign(new Image(), {src: '/apply?by=image'}))"),
  );
  const run = await onPage(await open(), site.url);
  expect(await run(submit(), { timeoutMs: 4_000 })).toMatchObject({
    status: "needsReconciliation",
    effect: "unknown",
    coverage: { reasons: ["readBeforeDispatch"] },
  });
  await site.close();
});

test("success shown before an answer that is an error is not believed", async ({ open }) => {
  const site = await siteWith(button("document.body.append('Thank you'); fetch('/slow', {method: 'POST'})"), {
    status: 500,
    waitMs: 1_500,
  });
  const run = await onPage(await open(), site.url);
  expect(await run(submit(), { timeoutMs: 15_000 })).toMatchObject({
    status: "needsReconciliation",
    effect: "answered",
  });
  await site.close();
});

test("a page that says no over a connection that was cut does not know", async ({ open }) => {
  const site = await siteWith(
    button("fetch('/cut', {method: 'POST'}).catch(() => document.body.append('Something went wrong'))"),
  );
  const run = await onPage(await open(), site.url);
  expect(await run(submit("Something went wrong"), { timeoutMs: 15_000 })).toMatchObject({
    status: "needsReconciliation",
  });
  expect(site.count("POST", "/cut")).toBe(1);
  await site.close();
});

test("a page that sends something while it is filled, and is not there any more, may have submitted", async ({
  open,
}) => {
  const site = await siteWith(
    `<label>Name <input name="name" oninput="fetch('/auto', {method: 'POST'}).then(() => document.body.replaceChildren('gone'))"></label>
     <label>City <input name="city"></label>`,
  );
  const run = await onPage(await open(), site.url);
  expect(await run(fill(["name", "Ada"], ["city", "London"]), { timeoutMs: 20_000 })).toMatchObject({
    status: "needsReconciliation",
    effect: "answered",
  });
  await site.close();
});

test("a value that is taken back when its field is left is not taken for entered", async ({ open }) => {
  const site = await siteWith(form.replace("<input", `<input onblur="this.value=''"`));
  const run = await onPage(await open(), site.url);
  expect(await run(fill(["name", "Ada"]))).toMatchObject({
    status: "failed",
    error: { code: "verificationFailed" },
  });
  await site.close();
});

test("a trap inside a box that is clipped away is not filled", async ({ open }) => {
  const trap = `<div style="clip-path:inset(100%);position:absolute"><label>Name <input name="trap"></label></div>`;
  const site = await siteWith(`${trap}${form}`);
  const run = await onPage(await open(), site.url);
  expect((await run(fill(["name", "Ada"]))).status).toBe("completed");
  expect((await run(submit(), { timeoutMs: 15_000 })).status).toBe("completed");
  expect(site.arrived.filter(({ method }) => method === "POST")).toMatchObject([{ body: "name=Ada" }]);
  await site.close();
});

for (const [how, send] of [
  ["fetch", "fetch('/late', {method: 'POST'}).then(() => { document.body.append('Thank you') })"],
  [
    "XMLHttpRequest",
    "{ const x = new XMLHttpRequest(); x.open('POST', '/late'); x.onload = () => document.body.append('Thank you'); x.send(String(Math.random())) }",
  ],
] as const) {
  test(`a page that keeps two clicks back and then acts on both is let act once (${how})`, async ({
    open,
  }) => {
    const site = await siteWith(
      button(
        `(window.kept ??= []).push(() => { ${send} }); if (window.kept.length === 2) for (const act of window.kept) act()`,
      ),
    );
    const run = await onPage(await open(), site.url);
    expect(await run(submit(), { timeoutMs: 4_000 })).toMatchObject({ effect: "notSent" });
    const second = await run(submit(), { timeoutMs: 15_000 });
    expect(["completed", "needsReconciliation"]).toContain(second.status);
    expect(second.evidence).toContainEqual(
      expect.objectContaining({ kind: "unguardedRequest", action: "stopped" }),
    );
    expect(site.count("POST", "/late")).toBe(1);
    await site.close();
  });
}

test("a form that a script sends by GET needs a boundary as one by POST does", async ({ open }) => {
  const site = await siteWith(
    `<form action="/thanks"><label>Name <input name="name"></label><button>Send it</button></form>`,
  );
  const run = await onPage(await open(), site.url);
  const outcome = await run(script("document.forms[0].submit()"));
  expect(outcome).toMatchObject({ status: "failed", effect: "notSent", error: { code: "boundaryRequired" } });
  expect(site.count("GET", "/thanks?name=")).toBe(0);
  // A link is none, whatever it looks like at the gate; and the form is sent by a command that may.
  expect(await run(fill(["name", "Ada"]))).toMatchObject({ status: "completed" });
  expect(await run(submit(), { timeoutMs: 15_000 })).toMatchObject({ status: "completed" });
  expect(site.count("GET", "/thanks?name=Ada")).toBe(1);
  await site.close();
});

for (const [kind, start, source] of [
  [
    "service",
    "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then((r) => { window.worker = r.active })",
    "oninstall = () => skipWaiting(); onmessage = (e) => e.waitUntil(new Promise((r) => setTimeout(() => fetch('/late', {method: 'POST', body: 'x'}).then(r, r), 6000)))",
  ],
  [
    "shared",
    "window.worker = new SharedWorker('/worker.js').port",
    "onconnect = (e) => { e.ports[0].onmessage = () => setTimeout(() => fetch('/late', {method: 'POST'}), 6000) }",
  ],
] as const) {
  test(`a ${kind} worker that acts long after the click cannot either`, async ({ open }) => {
    const site = await openRawSite({
      protocol: "http",
      answer: ({ path }, response) => {
        if (path !== "/worker.js")
          return sendPage(response, `${button("worker.postMessage('go')")}<script>${start}</script>`);
        response.writeHead(200, { "content-type": "text/javascript" });
        response.end(source);
      },
    });
    const runtime = await open();
    const place = await beginAttempt(runtime, "local");
    const run = attemptRunner(runtime, place);
    const go = (): CommandInput => ({
      kind: "primitive",
      input: { kind: "navigate", input: { url: site.url } },
    });
    await run(go());
    await run(
      script(
        "new Promise((r) => { const look = () => window.worker ? r(1) : setTimeout(look, 50); look() })",
      ),
    );
    expect(await run(submit(), { timeoutMs: 4_000 })).toMatchObject({
      effect: "notSent",
      coverage: { state: "whole" },
    });
    // Another page of the session is not kept from reading meanwhile, and time passes.
    const { pageId } = await runtime.openPage("local", place.sessionId);
    const other = attemptRunner(runtime, { ...place, pageId });
    expect(await other(go())).toMatchObject({ status: "completed" });
    await other(script("new Promise((r) => setTimeout(r, 7000))"), { timeoutMs: 20_000 });
    expect(site.count("POST", "/late")).toBe(0);
    await site.close();
  });
}

for (const [what, act] of [
  ["never answered", "fetch('/slow', {method: 'POST'}).catch(() => {})"],
  ["cut", "fetch('/cut', {method: 'POST'}).catch(() => {})"],
  [
    "given up at once",
    "{ const c = new AbortController(); fetch('/slow', {method: 'POST', signal: c.signal}).catch(() => {}); c.abort() }",
  ],
] as const)
  test(`success that a page shows over a request that was ${what} is not believed`, async ({ open }) => {
    const site = await siteWith(button(`${act}; document.body.append('Thank you')`), { waitMs: 60_000 });
    const run = await onPage(await open(), site.url);
    const outcome = await run(submit(), { timeoutMs: 12_000 });
    expect(outcome.status).not.toBe("completed");
    await site.close();
  });

test("a form whose fields are called like its own properties is submitted like any other", async ({
  open,
}) => {
  const names = [
    "elements",
    "children",
    "title",
    "style",
    "labels",
    "hidden",
    "noValidate",
    "action",
    "submit",
  ];
  const site = await siteWith(
    form.replace(
      "<button>",
      `${names.map((name) => `<input type="hidden" name="${name}" value="1">`).join("")}<button>`,
    ),
  );
  const run = await onPage(await open(), site.url);
  expect(await run(fill(["name", "Ada"]))).toMatchObject({ status: "completed" });
  expect(await run(submit(), { timeoutMs: 15_000 })).toMatchObject({ status: "completed" });
  expect(site.count("POST", "/done")).toBe(1);
  await site.close();
});

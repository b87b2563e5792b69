import { chromium, expect, type Page } from "@playwright/test";
import { attemptRunner, type CommandInput } from "../../gateway/index.ts";
import { findBrowser } from "../../runtime/browser/findBrowser.mjs";
import { openRawSite, type Protocol, type RawSite, sendPage } from "../support/rawSite.ts";
import { test } from "../support/stage.ts";

const page = (how: "form" | "fetch", path: string) =>
  how === "form"
    ? `<form method="post" action="${path}"><label>Name <input name="name" value="Ada"></label><button>Send it</button></form>`
    : `<label>Name <input name="name" value="Ada"></label><button onclick="fetch('${path}',{method:'POST',body:'name=Ada'})
        .then(() => document.body.append('Thank you'), () => document.body.append('Lost'))">Send it</button>`;

/** A site that reads a POST, or only its headers, and then closes the connection without a word. */
const cuttingSite = (protocol: Protocol): Promise<RawSite> =>
  openRawSite({
    protocol,
    cutBeforeBody: new Set(["/before"]),
    answer: ({ method, path }, response, cut) => {
      if (method === "POST") return cut();
      if (path === "/warm") return sendPage(response, "warm");
      const [, how = "form", when = "after"] = path.split("/");
      sendPage(response, page(how === "fetch" ? "fetch" : "form", `/${when}`));
    },
  });

const submit: CommandInput = {
  kind: "intent",
  input: {
    kind: "submitAndVerify",
    input: { purpose: "send it", expectedState: { text: { matcher: { contains: "Thank you" } } } },
  },
};

/** Fetches something first, so that a kept-alive connection lies ready; or opens a page only. */
const warm = "fetch('/warm').then((answer) => answer.text())";

const plainPlaywright = async (site: RawSite, path: string, reused: boolean): Promise<void> => {
  const found = findBrowser({ playwrightPath: chromium.executablePath() });
  const browser = await chromium.launch({
    headless: true,
    ...(found.missing ? {} : { executablePath: found.path }),
  });
  try {
    const tab: Page = await browser.newPage({ ignoreHTTPSErrors: true });
    await tab.goto(`${site.url}${path}`);
    if (reused) await tab.evaluate(warm);
    const failed = tab.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await tab.getByRole("button").click({ noWaitAfter: true });
    await failed;
  } finally {
    await browser.close();
  }
};

for (const protocol of ["http", "https", "h2"] as const) {
  for (const how of ["form", "fetch"] as const) {
    for (const when of ["after", "before"] as const) {
      for (const reused of [true, false]) {
        const title = `${protocol}, ${how}, cut ${when} the body was read, ${reused ? "reused" : "first-use"} connection`;
        test(`one click is one POST at the server: ${title}`, async ({ open }) => {
          const [plain, guarded] = [await cuttingSite(protocol), await cuttingSite(protocol)];
          await plainPlaywright(plain, `/${how}/${when}`, reused);
          const runtime = await open();
          const { workflowId, attemptId } = await runtime.createWorkflow("local");
          const { sessionId } = await runtime.createSession("local", "default", { ignoreHTTPSErrors: true });
          const { pageId } = await runtime.openPage("local", sessionId);
          const run = attemptRunner(runtime, {
            principal: "local",
            workflowId,
            attemptId,
            sessionId,
            pageId,
          });
          await run({
            kind: "primitive",
            input: { kind: "navigate", input: { url: `${guarded.url}/${how}/${when}` } },
          });
          if (reused) {
            await run({
              kind: "primitive",
              input: { kind: "evaluateJavaScript", input: { expression: warm } },
            });
          }
          const outcome = await run(submit, { timeoutMs: 4_000 });
          const counts = {
            plain: plain.count("POST", `/${when}`),
            guarded: guarded.count("POST", `/${when}`),
          };
          process.stdout.write(`  ${title}: plain Playwright ${counts.plain}, guarded ${counts.guarded}\n`);
          expect(outcome).toMatchObject({
            status: "needsReconciliation",
            effect: "unknown",
            coverage: { state: "whole" },
          });
          expect(counts.guarded).toBe(1);
          await Promise.all([plain.close(), guarded.close()]);
        });
      }
    }
  }
}

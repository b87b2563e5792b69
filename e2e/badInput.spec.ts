import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import {
  attemptRunner,
  beginAttempt,
  type CommandInput,
  openRuntime,
  type Runtime,
} from "../gateway/index.ts";
import { freshRun, test } from "./support/stage.ts";

const principal = "local";
type Intent = Extract<CommandInput, { kind: "intent" }>["input"];
const intent = (input: Intent): CommandInput => ({ kind: "intent", input });

const fill = (purpose: string, value: string) =>
  intent({ kind: "fill", input: { purpose, value: { kind: "enter", value } } });
const submit = (purpose: string, expected: string) =>
  intent({
    kind: "submitAndVerify",
    input: { purpose, expectedState: { text: { matcher: { contains: expected } } } },
  });

/** Holds when the field named is empty. */
const isEmpty = (name: string): CommandInput => {
  const value = { target: { css: `[name=${name}]` }, matcher: { regex: "^$" } };
  return intent({ kind: "waitForState", input: { condition: { value }, timeoutMs: 1_000 } });
};

/** A page of the fixture site in an attempt of its own. */
const at = async (runtime: Runtime, url: string) => {
  const place = await beginAttempt(runtime, principal);
  const run = attemptRunner(runtime, place);
  expect((await run(openForm(url))).status).toBe("completed");
  return { place, run };
};

const scored = expect.objectContaining({
  role: expect.any(String),
  name: expect.any(String),
  score: expect.any(Number),
  reasons: expect.any(Array),
});

const ids = {
  schemaVersion: 2,
  commandId: randomUUID(),
  sessionId: randomUUID(),
  pageId: null,
};
const navigate = (input: object) => ({ kind: "primitive", input: { kind: "navigate", input } });
const good = { url: "http://127.0.0.1:9/" };

const badEnvelopes: readonly (readonly [what: string, envelope: object, pointer: string])[] = [
  ["an unknown field", { command: navigate({ ...good, colour: "red" }) }, "/command/input/input/colour"],
  ["an unknown field of the envelope", { priority: 1, command: navigate(good) }, "/priority"],
  ["a wrong type", { command: navigate({ url: 12 }) }, "/command/input/input/url"],
  ["an address of another scheme", { command: navigate({ url: "file:///" }) }, "/command/input/input/url"],
  ["an oversize value", { command: fill("name", "x".repeat(65_537)) }, "/command/input/input/value/value"],
  ["an id that is none", { commandId: "1", command: navigate(good) }, "/commandId"],
  ["another schema version", { schemaVersion: 1, command: navigate(good) }, "/schemaVersion"],
  ["no command", {}, "/command"],
  [
    "a deadline too far ahead",
    { deadline: "2100-01-01T00:00:00.000Z", command: navigate(good) },
    "/deadline",
  ],
  [
    "a pattern that cannot be read",
    {
      command: intent({
        kind: "waitForState",
        input: { condition: { text: { matcher: { regex: "(" } } } },
      }),
    },
    "/command/input/input/condition/text/matcher/regex",
  ],
];

test.describe("a bad envelope is refused with a pointer and nothing is journalled", () => {
  for (const [what, envelope, pointer] of badEnvelopes) {
    test(what, async ({ open }) => {
      const runtime = await open();
      const { workflowId, attemptId } = await runtime.createWorkflow(principal);
      const deadline = new Date(Date.now() + 60_000).toISOString();
      await expect(
        runtime.execute(principal, { ...ids, workflowId, attemptId, deadline, ...envelope }),
      ).rejects.toMatchObject({ code: "invalidRequest", pointer });
      expect((await runtime.timeline(principal, workflowId)).commands).toEqual([]);
    });
  }
});

test("an ambiguous control is refused with its scored candidates, nothing is typed and nothing sent", async ({
  site,
  open,
}) => {
  const run = freshRun("bad");
  const { run: execute } = await at(await open(), `${site.url}/r/${run}/ambiguous`);
  for (const command of [fill("email", "ada@example.test"), submit("send", "Contact saved")]) {
    expect(await execute(command)).toMatchObject({
      status: "failed",
      error: { code: "targetAmbiguous", details: { candidates: expect.arrayContaining([scored, scored]) } },
    });
  }
  for (const field of ["billingEmail", "shippingEmail"]) {
    expect((await execute(isEmpty(field))).status).toBe("completed");
  }
  expect(site.submissions(run)).toHaveLength(0);
});

test("a control that cannot be found is refused with the candidates there were", async ({ site, open }) => {
  const run = freshRun("bad");
  const { run: execute } = await at(await open(), `${site.url}/r/${run}/register`);
  expect(await execute(fill("passport number", "X1"))).toMatchObject({
    status: "failed",
    effect: "none",
    error: { code: "targetNotFound", details: { candidates: expect.arrayContaining([scored]) } },
  });
  expect(await execute(submit("delete the account", "Gone"))).toMatchObject({
    status: "failed",
    effect: "notSent",
    error: { code: "targetNotFound", details: { candidates: expect.any(Array) } },
  });
  expect(site.submissions(run)).toHaveLength(0);
});

test("a submit whose expected state already holds is not sent", async ({ site, open }) => {
  const run = freshRun("bad");
  const { run: execute } = await at(await open(), `${site.url}/r/${run}/already`);
  expect((await execute(fill("e-mail address", "ada@example.test"))).status).toBe("completed");
  expect(await execute(submit("subscribe", "Thank you"))).toMatchObject({
    status: "failed",
    effect: "notSent",
    error: { code: "expectedStatePreSatisfied" },
  });
  expect(site.submissions(run)).toHaveLength(0);
  expect((await execute(submit("subscribe", "Subscribed"))).status).toBe("completed");
  expect(site.submissions(run)).toHaveLength(1);
});

test("a browser that cannot start is named together with the fix", async ({ dataDir, open }) => {
  const noBrowser = join(dataDir, "notes.txt");
  await writeFile(noBrowser, "not a program\n", { mode: 0o755 });
  for (const browserPath of [join(dataDir, "no-such-browser"), noBrowser]) {
    const runtime = await open({ browserPath, dataDir: join(dataDir, "data") });
    await expect(beginAttempt(runtime, principal)).rejects.toMatchObject({
      code: "browserLaunchFailed",
      message: expect.stringMatching(/did not start .*set HOLDFAST_BROWSER/s),
      details: { path: browserPath },
    });
    await runtime.close();
  }
});

test("a browser asked for by the environment is not replaced by another one in silence", async ({ open }) => {
  const runtime = await open({ env: { HOLDFAST_BROWSER: "/no/such/browser" } });
  await expect(beginAttempt(runtime, principal)).rejects.toMatchObject({
    code: "browserLaunchFailed",
    details: { tried: ["/no/such/browser"] },
  });
});

test("a second runtime on the same data directory is refused with the owner's pid", async ({
  dataDir,
  open,
}) => {
  await open();
  await expect(openRuntime({ dataDir })).rejects.toMatchObject({
    code: "dataDirectoryLocked",
    message: expect.stringContaining(`process ${process.pid}`),
    details: { pid: process.pid },
  });
});

test("a form that needs a secret nobody provides is not sent", async ({ site, open }) => {
  const run = freshRun("bad");
  const runtime = await open({ secrets: { secret: async () => null } });
  const { run: execute } = await at(runtime, `${site.url}/r/${run}/register`);
  const filled = await execute(fillForm("Ada Lovelace", "ada@example.test"));
  expect(filled).toMatchObject({ status: "failed", effect: "none", error: { code: "secretUnavailable" } });
  expect((await execute(isEmpty("password"))).status).toBe("completed");
  expect(await execute(submitForm)).toMatchObject({
    effect: "notSent",
    error: { code: "verificationFailed", message: expect.stringContaining("Password") },
  });
  expect(site.submissions(run)).toHaveLength(0);
});

test("a command id stands for one command only", async ({ site, open }) => {
  const run = freshRun("bad");
  const runtime = await open();
  const { run: execute, place } = await at(runtime, `${site.url}/r/${run}/already`);
  const commandId = randomUUID();
  const first = await execute(fill("e-mail address", "ada@example.test"), { commandId });
  expect(await execute(fill("e-mail address", "ada@example.test"), { commandId })).toEqual(first);
  await expect(execute(fill("e-mail address", "eve@example.test"), { commandId })).rejects.toMatchObject({
    code: "idempotencyConflict",
  });
  const { commands } = await runtime.timeline(principal, place.workflowId);
  expect(commands.filter(({ command }) => command.kind === "fill")).toHaveLength(1);
});

test("the same idempotency key twice at once is one execution with one outcome", async ({ site, open }) => {
  const run = freshRun("bad");
  const runtime = await open();
  const { run: execute, place } = await at(runtime, `${site.url}/r/${run}/register`);
  expect((await execute(fillForm("Ada Lovelace", "ada@example.test"))).status).toBe("completed");
  const key = { idempotencyKey: "ada registers" };
  const [first, second] = await Promise.all([execute(submitForm, key), execute(submitForm, key)]);
  expect(first.status).toBe("completed");
  expect(second).toEqual(first);
  expect(await execute(submitForm, key)).toEqual(first);
  await expect(execute(submit("cancel", "Gone"), key)).rejects.toMatchObject({ code: "idempotencyConflict" });
  const { commands } = await runtime.timeline(principal, place.workflowId);
  expect(commands.filter(({ command }) => command.class === "boundary")).toHaveLength(1);
  expect(site.submissions(run)).toHaveLength(1);
});

test("another principal's session, page, workflow, command and artifact answer like ones that do not exist", async ({
  site,
  open,
}) => {
  const run = freshRun("bad");
  const runtime = await open();
  const { run: execute, place } = await at(runtime, `${site.url}/r/${run}/register`);
  const shot = await execute({ kind: "primitive", input: { kind: "captureScreenshot", input: {} } });
  const artifactId = shot.evidence.flatMap((item) =>
    item.kind === "screenshot" ? [item.artifactId] : [],
  )[0];
  const theirs = { ...place, commandId: shot.commandId, artifactId: artifactId ?? "" };
  const nobodys = Object.fromEntries(Object.keys(theirs).map((name) => [name, randomUUID()]));
  const mine = await beginAttempt(runtime, "mallory");

  const attempts = (known: Readonly<Record<string, string>>) => {
    const { workflowId = "", attemptId = "", sessionId = "", pageId = "", commandId = "" } = known;
    const read = (where: Partial<typeof mine>) => attemptRunner(runtime, { ...mine, ...where })(submitForm);
    return [
      runtime.closeSession("mallory", sessionId),
      runtime.openPage("mallory", sessionId),
      runtime.workflow("mallory", workflowId),
      runtime.timeline("mallory", workflowId),
      runtime.recover("mallory", workflowId),
      runtime.resolve("mallory", workflowId, { commandId, verdict: "applied", by: "mallory", note: "" }),
      runtime.resolve("mallory", mine.workflowId, { commandId, verdict: "applied", by: "mallory", note: "" }),
      runtime.commandOutcome("mallory", commandId),
      runtime.artifact("mallory", known["artifactId"] ?? ""),
      read({ workflowId, attemptId }),
      read({ sessionId, pageId }),
      read({ pageId }),
    ];
  };
  const answers = async (known: Readonly<Record<string, string>>) =>
    (await Promise.allSettled(attempts(known))).map((settled) =>
      settled.status === "rejected"
        ? { code: settled.reason.code, message: settled.reason.message }
        : "answered",
    );
  const answered = await answers(theirs);
  expect(answered).toEqual(await answers(nobodys));
  for (const answer of answered) expect(answer).toMatchObject({ code: "notFound" });
  expect((await execute(isEmpty("fullName"))).status).toBe("completed");
});

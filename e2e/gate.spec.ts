import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { fillForm, openForm, submitForm } from "../demo/form.ts";
import { type AttemptPlace, attemptRunner, beginAttempt, type Runtime } from "../gateway/index.ts";
import { freshRun, test } from "./support/stage.ts";

const principal = "local";
type Named = Parameters<Runtime["saveCheckpoint"]>[1];

/** A filled form, one submit command pinned, and nothing saved yet. */
const atTheGate = async (runtime: Runtime, url: string) => {
  const place = await beginAttempt(runtime, principal);
  const run = attemptRunner(runtime, place);
  await run(openForm(url));
  const filled = await run(fillForm("Ada Lovelace", "ada@example.test"));
  expect(filled.status).toBe("completed");
  const commandId = randomUUID();
  const submit = () => run(submitForm, { commandId, autoCheckpoint: false });
  return { place, run, commandId, submit };
};

const naming = (place: AttemptPlace, boundaryCommandId: string): Named => ({
  workflowId: place.workflowId,
  attemptId: place.attemptId,
  sessionId: place.sessionId,
  pageId: place.pageId,
  boundaryCommandId,
});

test("a submit whose saved checkpoint names exactly it runs once", async ({ site, open }) => {
  const run = freshRun("gate");
  const runtime = await open();
  const { place, commandId, submit } = await atTheGate(runtime, `${site.url}/r/${run}/register`);
  await runtime.saveCheckpoint(principal, naming(place, commandId));
  const outcome = await submit();
  expect(outcome.status).toBe("completed");
  expect(await submit()).toEqual(outcome);
  expect(site.submissions(run)).toHaveLength(1);
});

test("a submit without a saved checkpoint is refused", async ({ site, open }) => {
  const run = freshRun("gate");
  const { submit } = await atTheGate(await open(), `${site.url}/r/${run}/register`);
  const outcome = await submit();
  expect(outcome).toMatchObject({
    status: "failed",
    effect: "notSent",
    error: { code: "checkpointMismatch", details: { field: "checkpoint" } },
  });
  expect(site.submissions(run)).toHaveLength(0);
});

for (const field of ["workflowId", "attemptId", "sessionId", "pageId", "boundaryCommandId"] as const) {
  test(`a checkpoint that names another ${field} does not open the gate`, async ({ site, open }) => {
    const run = freshRun("gate");
    const runtime = await open();
    const url = `${site.url}/r/${run}/register`;
    const { place, commandId, submit } = await atTheGate(runtime, url);
    const wrong = naming(place, commandId);
    if (field === "boundaryCommandId")
      await runtime.saveCheckpoint(principal, { ...wrong, boundaryCommandId: randomUUID() });
    if (field === "attemptId") await runtime.saveCheckpoint(principal, { ...wrong, attemptId: randomUUID() });
    if (field === "workflowId") {
      const { workflowId } = await runtime.createWorkflow(principal);
      await runtime.saveCheckpoint(principal, { ...wrong, workflowId });
    }
    if (field === "pageId") {
      const { pageId } = await runtime.openPage(principal, place.sessionId);
      await runtime.saveCheckpoint(principal, { ...wrong, pageId });
    }
    if (field === "sessionId") {
      const other = await beginAttempt(runtime, principal);
      await runtime.saveCheckpoint(principal, { ...wrong, sessionId: other.sessionId, pageId: other.pageId });
    }
    const outcome = await submit();
    expect(outcome).toMatchObject({
      status: "failed",
      effect: "notSent",
      error: { code: "checkpointMismatch", details: { field } },
    });
    expect(site.submissions(run)).toHaveLength(0);
  });
}

test("a checkpoint does not open the gate after its time", async ({ site, open }) => {
  const run = freshRun("gate");
  const runtime = await open();
  const { place, commandId, submit } = await atTheGate(runtime, `${site.url}/r/${run}/register`);
  await runtime.saveCheckpoint(principal, { ...naming(place, commandId), lifetimeMs: 1 });
  expect(await submit()).toMatchObject({
    status: "failed",
    effect: "notSent",
    error: { code: "checkpointExpired" },
  });
  expect(site.submissions(run)).toHaveLength(0);
});

test("a form that changed since its checkpoint is not submitted, and the changed field is named", async ({
  site,
  open,
}) => {
  const run = freshRun("gate");
  const runtime = await open();
  const {
    place,
    run: execute,
    commandId,
    submit,
  } = await atTheGate(runtime, `${site.url}/r/${run}/register`);
  await runtime.saveCheckpoint(principal, naming(place, commandId));
  const changed = await execute({
    kind: "intent",
    input: { kind: "fill", input: { purpose: "city", value: { kind: "enter", value: "Paris" } } },
  });
  expect(changed.status).toBe("completed");
  expect(await submit()).toMatchObject({
    status: "failed",
    effect: "notSent",
    error: { code: "formChanged", details: { fields: ["City"] } },
  });
  expect(site.submissions(run)).toHaveLength(0);
});

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { limits, parseJob, runJob } from "../gateway/index.ts";
import { probeOf, registrationJob, writeJob } from "./support/jobs.ts";
import { freshRun, runHoldfast, startHoldfast, test } from "./support/stage.ts";

const resultOf = (stdout: string) => JSON.parse(stdout.trim().split("\n").at(-1) ?? "");

test("a job is done, says what it extracted, and keeps its evidence", async ({ site, dataDir }) => {
  const run = freshRun("job");
  const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`));
  const { code, stdout, stderr } = await runHoldfast(["run", file, "--data", `${dataDir}/data`, "--json"]);
  expect(stderr).toBe("");
  const result = resultOf(stdout);
  expect(result).toMatchObject({
    status: "completed",
    effect: "answered",
    verdict: "applied",
    extracted: { reference: "R-000001" },
  });
  expect(code).toBe(0);
  const pictures = result.evidence.filter(({ kind }: { kind: string }) => kind === "screenshot");
  expect(pictures.map(({ moment }: { moment: string }) => moment)).toEqual(["before", "after"]);
  for (const { path } of pictures) expect((await readFile(path)).subarray(1, 4).toString()).toBe("PNG");
  expect(site.submissions(run)).toMatchObject([
    { accepted: true, fields: { fullName: "Ada Lovelace", password: "(21 characters)" } },
  ]);
});

test("a job run again reports its first outcome, --again submits anew", async ({ site, dataDir }) => {
  const run = freshRun("job");
  // Without an e-mail address the site accepts the same person twice.
  const job = registrationJob(`${site.url}/r/${run}`).replace(/ {2}- purpose: e-mail\n.*\n/, "");
  const file = await writeJob(dataDir, job);
  const flags = ["run", file, "--data", `${dataDir}/data`, "--json"];
  const first = resultOf((await runHoldfast(flags)).stdout);
  const second = await runHoldfast(flags);
  expect(second.code).toBe(0);
  expect(resultOf(second.stdout)).toMatchObject({
    commandId: first.commandId,
    verdict: "applied",
    extracted: first.extracted,
  });
  expect(site.submissions(run)).toHaveLength(1);
  expect((await runHoldfast([...flags, "--again"])).code).toBe(0);
  expect(site.submissions(run)).toHaveLength(2);
});

test("a job whose wording was improved is still the same job", async ({ site, dataDir }) => {
  const run = freshRun("job");
  const text = registrationJob(`${site.url}/r/${run}`);
  const flags = ["--data", `${dataDir}/data`, "--json"];
  expect((await runHoldfast(["run", await writeJob(dataDir, text), ...flags])).code).toBe(0);
  const reworded = text
    .replace("purpose: full name", "label: Full name")
    .replace("purpose: e-mail", "purpose: e-mail address");
  expect((await runHoldfast(["run", await writeJob(dataDir, reworded), ...flags])).code).toBe(0);
  expect(site.submissions(run)).toHaveLength(1);
});

test("what the site rejects is rejected, with its message, and not sent again", async ({ site, dataDir }) => {
  const run = freshRun("job");
  const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`));
  expect((await runHoldfast(["run", file, "--data", `${dataDir}/one`])).code).toBe(0);
  const flags = ["run", file, "--data", `${dataDir}/two`, "--json"];
  for (const _ of ["first", "again"]) {
    const { code, stdout } = await runHoldfast(flags);
    expect(code).toBe(1);
    expect(resultOf(stdout)).toMatchObject({ status: "failed", effect: "answered", verdict: "notApplied" });
    expect(resultOf(stdout).reason).toContain("already registered");
  }
  expect(site.submissions(run)).toHaveLength(2);
});

test("a job killed after sending needs reconciliation, a probe settles it, and nothing is sent twice", async ({
  site,
  dataDir,
}) => {
  const run = freshRun("job");
  const base = `${site.url}/r/${run}`;
  site.setBehaviour(run, { delayMs: 60_000 });
  const flags = ["--data", `${dataDir}/data`, "--json"];
  const killed = startHoldfast(["run", await writeJob(dataDir, registrationJob(base)), ...flags]);
  await site.waitForSubmissions(run, 1, 60_000);
  killed.kill();
  expect((await killed.ended).signal).toBe("SIGKILL");
  site.setBehaviour(run, {});

  const undecided = await runHoldfast(["run", await writeJob(dataDir, registrationJob(base)), ...flags]);
  expect(undecided.code).toBe(3);
  expect(resultOf(undecided.stdout)).toMatchObject({ verdict: "needsReconciliation", effect: "unknown" });
  const listed = await runHoldfast(["recover", "--data", `${dataDir}/data`, "--json"]);
  expect(listed.code).toBe(3);
  expect(resultOf(listed.stdout).workflowId).toBe(resultOf(undecided.stdout).workflowId);

  const { workflowId } = resultOf(undecided.stdout);
  const resolved = await runHoldfast([
    "resolve",
    workflowId,
    "--applied",
    "--note",
    "seen in the list",
    "--data",
    `${dataDir}/data`,
  ]);
  expect(resolved.code).toBe(0);
  const after = await runHoldfast(["run", await writeJob(dataDir, registrationJob(base)), ...flags]);
  expect(after.code).toBe(0);
  expect(resultOf(after.stdout)).toMatchObject({ verdict: "applied", status: "completed" });
  expect(site.submissions(run)).toHaveLength(1);
});

test("a job with a probe finds out by itself that it was applied", async ({ site, dataDir }) => {
  const run = freshRun("job");
  const base = `${site.url}/r/${run}`;
  site.setBehaviour(run, { delayMs: 60_000 });
  const file = await writeJob(dataDir, registrationJob(base, probeOf(base)));
  const flags = ["run", file, "--data", `${dataDir}/data`, "--json"];
  const killed = startHoldfast(flags);
  await site.waitForSubmissions(run, 1, 60_000);
  killed.kill();
  await killed.ended;
  const { code, stdout } = await runHoldfast(flags);
  expect(code).toBe(0);
  const result = resultOf(stdout);
  expect(result).toMatchObject({ verdict: "applied", status: "completed" });
  expect(result.evidence).toContainEqual(expect.objectContaining({ kind: "probe", verdict: "applied" }));
  expect(site.submissions(run)).toHaveLength(1);
});

test("a runtime runs more jobs one after the other than it may hold sessions at once", async ({
  site,
  open,
}) => {
  const run = freshRun("many");
  const runtime = await open();
  const verdicts: string[] = [];
  for (let n = 1; n <= limits.sessionsPerPrincipal + 1; n++) {
    const text = `url: ${site.url}/r/${run}/transfer
fields: [ { purpose: member number, value: M-${n} }, { purpose: points, value: ${n} } ]
submit: { purpose: transfer }
expect: { text: Transferred }`;
    const parsed = parseJob(text);
    if ("fault" in parsed) throw new Error(parsed.fault.message);
    verdicts.push((await runJob(runtime, parsed.job)).verdict);
  }
  expect(new Set(verdicts)).toEqual(new Set(["applied"]));
  expect(site.submissions(run)).toHaveLength(limits.sessionsPerPrincipal + 1);
});

test("a secret's value is in no file of the data directory, in no output and in no message", async ({
  site,
  dataDir,
}) => {
  const run = freshRun("job");
  const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`));
  const canary = "canary-2f6c-horse";
  const { stdout, stderr } = await runHoldfast(["run", file, "--data", `${dataDir}/data`, "--json"], {
    PORTAL_PASSWORD: canary,
  });
  const kept = await everyFile(`${dataDir}/data`);
  expect(kept.length).toBeGreaterThan(3);
  for (const spelled of [canary, Buffer.from(canary).toString("base64").replace(/=+$/, "")]) {
    expect(stdout + stderr).not.toContain(spelled);
    for (const { name, bytes } of kept) expect(bytes.includes(spelled), name).toBe(false);
  }
});

const everyFile = async (directory: string) => {
  const { readdir } = await import("node:fs/promises");
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => ({
        name: entry.name,
        bytes: await readFile(`${entry.parentPath}/${entry.name}`),
      })),
  );
};

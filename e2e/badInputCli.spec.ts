import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { registrationJob, writeJob } from "./support/jobs.ts";
import { freshRun, runHoldfast, test } from "./support/stage.ts";

const whole = registrationJob("http://127.0.0.1:9");

const badJobs: readonly (readonly [what: string, text: string, complaint: string])[] = [
  ["an unknown field", `${whole}retries: 3\n`, "13: retries: unknown field"],
  ["a missing url", whole.replace(/^url.*/, "# no url"), "2: url: is missing"],
  [
    "a field without a value",
    whole.replace("    value: ada@example.test\n", ""),
    "5: fields[1]: needs exactly one of value and secret",
  ],
  ["bad YAML", whole.replace("fields:", "fields: ["), "3: "],
];

for (const [what, text, complaint] of badJobs) {
  test(`a job file with ${what} ends with exit code 2 and names file, line and field`, async ({
    dataDir,
  }) => {
    const file = await writeJob(dataDir, text);
    const { code, stdout, stderr } = await runHoldfast([
      "run",
      file,
      "--data",
      join(dataDir, "data"),
      "--json",
    ]);
    expect(stderr.startsWith(`${file}:${complaint}`), stderr).toBe(true);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(await readdir(dataDir)).toEqual(["job.yaml"]);
  });
}

const badCalls: readonly (readonly [what: string, args: readonly string[], complaint: string])[] = [
  ["an unknown option", ["run", "job.yaml", "--quick"], "unknown option '--quick'"],
  ["an unknown command", ["walk"], "unknown command 'walk'"],
  ["no job file", ["run"], "missing required argument"],
  ["a job file that is not there", ["run", "no-such-job.yaml"], "no-such-job.yaml: cannot be read"],
  ["a resolution without a verdict", ["resolve", "x"], "say --applied, or --not-applied, or --probe"],
];

for (const [what, args, complaint] of badCalls) {
  test(`${what} ends with exit code 2 and a message`, async ({ dataDir }) => {
    const { code, stdout, stderr } = await runHoldfast([
      ...args,
      ...(args.length > 1 ? ["--data", dataDir] : []),
    ]);
    expect(stderr).toContain(complaint);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
}

test("a browser that cannot start ends with exit code 1, and the reason names path and fix", async ({
  dataDir,
}) => {
  const file = await writeJob(dataDir, whole);
  const noBrowser = join(dataDir, "notes.txt");
  await writeFile(noBrowser, "not a program\n");
  for (const browser of [join(dataDir, "no-such-browser"), noBrowser]) {
    const flags = ["--data", join(dataDir, "data"), "--browser", browser, "--json"];
    const { code, stdout, stderr } = await runHoldfast(["run", file, ...flags]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ status: "failed", effect: "none", verdict: "notSent", commandId: null });
    expect(result.reason).toMatch(/^browserLaunchFailed: .*set HOLDFAST_BROWSER/);
    expect(result.reason).toContain(browser);
  }
});

test("a job that is taken up again without a browser still says that nothing was sent, and why", async ({
  site,
  dataDir,
}) => {
  const run = freshRun("bad");
  const file = await writeJob(dataDir, registrationJob(`${site.url}/r/${run}`));
  const flags = ["run", file, "--data", join(dataDir, "data"), "--json"];
  const killed = await runHoldfast(flags, { HOLDFAST_CRASH_AT: "boundary.prepared" });
  expect(killed.signal).toBe("SIGKILL");
  const { code, stdout } = await runHoldfast([...flags, "--browser", "/no/such/browser"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: "notSent",
    reason: expect.stringMatching(/^browserLaunchFailed: .*interrupted: /),
  });
  expect((await runHoldfast(flags)).code).toBe(0);
  expect(site.submissions(run)).toHaveLength(1);
});

test("a missing secret ends with exit code 1, nothing is sent, and the job goes on once it is there", async ({
  site,
  dataDir,
}) => {
  const run = freshRun("bad");
  const text = registrationJob(`${site.url}/r/${run}`).replace("PORTAL_PASSWORD", "VAULT_PASSWORD");
  const flags = ["run", await writeJob(dataDir, text), "--data", join(dataDir, "data"), "--json"];
  const { code, stdout } = await runHoldfast(flags);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    status: "failed",
    verdict: "notSent",
    reason: 'secretUnavailable: no secret is provided under the name "VAULT_PASSWORD"',
  });
  expect(site.submissions(run)).toHaveLength(0);
  const secrets = join(dataDir, "secrets.env");
  await writeFile(secrets, "VAULT_PASSWORD=correct horse battery\n");
  expect((await runHoldfast([...flags, "--secrets", secrets])).code).toBe(0);
  expect(site.submissions(run)).toHaveLength(1);
});

test("a secrets file that is not there ends with exit code 1 and is named", async ({ dataDir }) => {
  const flags = ["--data", join(dataDir, "data"), "--secrets", join(dataDir, "none.env")];
  const { code, stderr } = await runHoldfast(["run", await writeJob(dataDir, whole), ...flags]);
  expect(code).toBe(1);
  expect(stderr).toContain(join(dataDir, "none.env"));
});

test("a data directory in use is refused with its owner's pid", async ({ dataDir, open }) => {
  await open();
  const file = await writeJob(dataDir, whole);
  for (const args of [["run", file], ["recover"]]) {
    const { code, stdout, stderr } = await runHoldfast([...args, "--data", dataDir, "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^dataDirectoryLocked: /);
    expect(stderr).toContain(`process ${process.pid}`);
  }
});

/** Name, size, time and digest of every file. */
const everyFile = async (directory: string) => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (name) => {
      const { size, mtimeMs } = await stat(name);
      return {
        name,
        size,
        mtimeMs,
        digest: createHash("sha256")
          .update(await readFile(name))
          .digest("hex"),
      };
    }),
  );
};

test("a corrupt database is named and left as it is", async ({ dataDir, open }) => {
  const data = join(dataDir, "data");
  await mkdir(data);
  const runtime = await open({ dataDir: data });
  await runtime.createWorkflow("local", "work");
  await runtime.close();
  const database = join(data, "journal.db");
  const bytes = await readFile(database);
  await writeFile(database, bytes.fill(0x5a, 4_096, 3 * 4_096));
  const before = await everyFile(data);

  const file = await writeJob(dataDir, whole);
  for (const args of [["run", file], ["recover"], ["resolve", "x", "--applied"]]) {
    const { code, stdout, stderr } = await runHoldfast([...args, "--data", data, "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^dataDirectoryCorrupt: /);
    expect(stderr).toContain(database);
    expect(await everyFile(data)).toEqual(before);
  }
});

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { registrationJob, writeJob } from "../support/jobs.ts";
import { freshRun, runHoldfast, test } from "../support/stage.ts";

/** How often each point is died at; more by `HOLDFAST_ROUNDS`. */
const rounds = Number(process.env["HOLDFAST_ROUNDS"] ?? 1);

const fetchJob = (base: string) => `url: ${base}/register-fetch
fields:
  - { purpose: full name, value: Ada Lovelace }
  - { purpose: e-mail, value: ada@example.test }
submit: { purpose: register }
expect: { text: Thank you }
`;
const jobs = { navigation: (base: string) => registrationJob(base), script: fetchJob } as const;

/** Where the process dies, and what may be found afterwards. `applied` comes from the second run, which may send what was not sent. */
const points = [
  ["boundary.prepared", ["applied"]],
  ["boundary.executing", ["applied"]],
  ["dispatch.before", ["applied"]],
  ["dispatch.recorded", ["needsReconciliation"]],
  ["dispatch.continued", ["needsReconciliation"]],
  ["dispatch.answered", ["needsReconciliation"]],
  // A redirect is looked up where it led; an answer of its own can only be asked about.
  ["dispatch.settled", ["applied", "needsReconciliation"]],
  ["boundary.resultPrepared", ["applied"]],
  ["boundary.ended", ["applied"]],
] as const;

for (const [kind, job] of Object.entries(jobs)) {
  for (const [point, allowed] of points) {
    test(`a ${kind} whose process dies at ${point} is never sent twice, and the verdict is the server's`, async ({
      site,
      dataDir,
    }) => {
      test.setTimeout(60_000 * rounds);
      for (let round = 1; round <= rounds; round++) {
        const run = freshRun("point");
        const directory = join(dataDir, String(round));
        await mkdir(directory);
        const file = await writeJob(directory, job(`${site.url}/r/${run}`));
        const flags = ["run", file, "--data", `${directory}/data`, "--json"];
        const died = await runHoldfast(flags, { HOLDFAST_CRASH_AT: point });
        expect(died.signal, died.stderr).toBe("SIGKILL");
        await site.waitUntil(run, (all) => all.every(({ answered }) => answered !== "pending"), 10_000);
        const sentBefore = site.submissions(run).length;
        if (point === "boundary.prepared" || point === "dispatch.before" || point === "dispatch.recorded") {
          expect(
            sentBefore,
            "nothing leaves before its record is durable and the browser was told to let it go",
          ).toBe(0);
        }
        const after = await runHoldfast(flags);
        const { verdict, reason } = JSON.parse(after.stdout);
        const received = site.submissions(run);
        expect(allowed, reason).toContain(verdict);
        if (point === "dispatch.settled")
          expect(verdict, reason).toBe(kind === "navigation" ? "applied" : "needsReconciliation");
        expect(received.length).toBeLessThanOrEqual(1);
        if (verdict === "applied") expect(received).toMatchObject([{ accepted: true }]);
        else expect(received).toHaveLength(sentBefore);
      }
    });
  }
}

import { randomInt } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { probeOf, registrationJob, writeJob } from "./support/jobs.ts";
import { freshRun, runHoldfast, startHoldfast, test } from "./support/stage.ts";

/** How many kills; more by `HOLDFAST_KILLS`. */
const kills = Number(process.env["HOLDFAST_KILLS"] ?? 8);
/** A run takes about this long from its start to its end, in milliseconds; the kill falls anywhere into it. */
const spanMs = Number(process.env["HOLDFAST_KILL_SPAN_MS"] ?? 4_000);

test(`${kills} jobs killed from outside at random times: never two submissions, and every verdict is the server's`, async ({
  site,
  dataDir,
}) => {
  test.setTimeout(60_000 + kills * 40_000);
  for (let n = 1; n <= kills; n++) {
    const run = freshRun("random");
    const base = `${site.url}/r/${run}`;
    // Every other job carries a probe, and the site takes its time with half of them.
    if (n % 4 < 2) site.setBehaviour(run, { delayMs: 1_500 });
    const directory = join(dataDir, String(n));
    await mkdir(directory);
    const file = await writeJob(directory, registrationJob(base, n % 2 === 0 ? probeOf(base) : ""));
    const flags = ["run", file, "--data", `${directory}/data`, "--json"];
    const after = randomInt(100, spanMs);
    const job = startHoldfast(flags);
    const timer = setTimeout(() => job.kill(), after);
    const first = await job.ended;
    clearTimeout(timer);
    const second = await runHoldfast(flags);
    const said = `job ${n}, killed after ${after} ms (${first.signal ?? first.code}): ${second.stdout} ${second.stderr}`;
    // A request that was on its way when its sender died is answered by then.
    await site.waitUntil(run, (all) => all.every(({ answered }) => answered !== "pending"), 10_000);
    const received = site.submissions(run);
    expect(received.length, said).toBeLessThanOrEqual(1);
    const { verdict } = JSON.parse(second.stdout);
    process.stdout.write(
      `  killed after ${after} ms (${first.signal ?? first.code}): ${verdict}, server ${received.length}\n`,
    );
    expect(["applied", "needsReconciliation"], said).toContain(verdict);
    if (verdict === "applied") expect(received, said).toMatchObject([{ accepted: true }]);
    expect(second.code, said).toBe(verdict === "applied" ? 0 : 3);
  }
});

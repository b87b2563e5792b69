import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixtureServer } from "../../fixtures/server.ts";
import { fateOf } from "./chance.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { runOne } from "./runOne.ts";
import { isDouble, type JobEnd, liesOf, tallyOf } from "./tally.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs jobs until enough processes were killed. */
const soak = async ({ kills, seed, lanes, spanMs }: Options): Promise<JobEnd[]> => {
  const scratch = await mkdtemp(join(tmpdir(), "holdfast-soak-"));
  const site = await startFixtureServer();
  const ends: JobEnd[] = [];
  let job = 0;
  const lane = async () => {
    while (tallyOf(ends).kills < kills) {
      job += 1;
      const [number, fate] = [job, fateOf(seed, job, spanMs)];
      const end = await runOne(fate, site, scratch);
      ends.push(end);
      const wrong = isDouble(end) ? " DOUBLE" : liesOf(end) > 0 ? " LIE" : "";
      const told = end.verdicts.map(({ verdict }) => verdict).join(", ");
      const probe = fate.probe ? " with probe" : "";
      print(
        `job ${number}, ${fate.behaviour}${probe}, ${end.kills} kills: ${told}; server ${end.accepted} of ${end.received}${wrong}`,
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
    return ends;
  } finally {
    await site.close();
    await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

/** Returns the exit code: 0 without doubles and lies, 1 with any, 2 for wrong options. */
export const main = async (args: readonly string[]): Promise<number> => {
  let options: Options;
  try {
    options = parseOptions(args, () => randomInt(1, 2 ** 31));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return 2;
  }
  print(`Seed ${options.seed}`);
  const { jobs, kills, applied, restarted, reconciled, doubles, lies } = tallyOf(await soak(options));
  print(
    `\n${jobs} jobs, ${kills} kills: ${applied} applied, ${restarted} restarted, ${reconciled} reconciled, ${doubles} doubles, ${lies} lies`,
  );
  return doubles + lies === 0 ? 0 : 1;
};

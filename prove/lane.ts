import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openSite, type Site } from "./site.ts";
import { type Survivor, startSurvivor } from "./survivor.ts";

/** What one sequence of kills uses: a site that nobody else asks, a journal that outlives every child, a browser that survives. */
export interface Lane {
  readonly scratch: string;
  readonly dataDir: string;
  readonly site: Site;
  survivor(): Promise<Survivor>;
  close(): Promise<void>;
}

export const openLane = async (scratch: string): Promise<Lane> => {
  const site = await openSite();
  let survivor: Promise<Survivor> | null = null;
  return {
    scratch,
    dataDir: await mkdtemp(join(scratch, "journal-")),
    site,
    survivor() {
      survivor ??= startSurvivor(scratch);
      return survivor;
    },
    async close() {
      await site.close();
      await (await survivor)?.close();
    },
  };
};

/** Gives the jobs to the lanes, each lane one after the other. */
export const share = async <T>(
  lanes: readonly Lane[],
  jobs: readonly T[],
  run: (lane: Lane, job: T) => Promise<void>,
): Promise<void> => {
  const left = [...jobs];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) await run(lane, job);
    }),
  );
};

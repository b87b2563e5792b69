import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openSite, type Site } from "./site.ts";

/** What one sequence of kills uses: a site that nobody else asks, and a journal that outlives every child. */
export interface Lane {
  readonly scratch: string;
  readonly dataDir: string;
  readonly site: Site;
}

export const openLane = async (scratch: string): Promise<Lane> => ({
  scratch,
  dataDir: await mkdtemp(join(scratch, "journal-")),
  site: await openSite(),
});

/** Gives the jobs to the lanes, each lane one after the other; none is begun after `until`, milliseconds since the epoch. */
export const share = async <T>(
  lanes: readonly Lane[],
  jobs: readonly T[],
  until: number,
  run: (lane: Lane, job: T) => Promise<void>,
): Promise<void> => {
  const left = [...jobs];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let job = left.shift(); job !== undefined && Date.now() < until; job = left.shift()) {
        await run(lane, job);
      }
    }),
  );
};

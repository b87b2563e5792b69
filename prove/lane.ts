import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openSite, type Site } from "./site.ts";
import { type Survivor, startSurvivor } from "./survivor.ts";
import { type Protocol, protocolSchema } from "./ways.ts";

/** What one sequence of kills uses: sites that nobody else asks, a journal that outlives every child, a browser that survives. */
export interface Lane {
  readonly scratch: string;
  readonly dataDir: string;
  site(protocol: Protocol): Promise<Site>;
  survivor(): Promise<Survivor>;
  close(): Promise<void>;
}

export const openLane = async (scratch: string): Promise<Lane> => {
  const sites = new Map<Protocol, Promise<Site>>();
  let survivor: Promise<Survivor> | null = null;
  return {
    scratch,
    dataDir: await mkdtemp(join(scratch, "journal-")),
    site(protocol) {
      const open = sites.get(protocol) ?? openSite(protocol);
      sites.set(protocol, open);
      return open;
    },
    survivor() {
      survivor ??= startSurvivor(scratch);
      return survivor;
    },
    async close() {
      await Promise.all(protocolSchema.options.map(async (protocol) => (await sites.get(protocol))?.close()));
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

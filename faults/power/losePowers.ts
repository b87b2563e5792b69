import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FateName } from "../image/fate.ts";
import type { ImageResult, PowerLoss } from "./powerLoss.ts";

export interface Seeds {
  readonly first: number;
  readonly count: number;
}

/** Power losses one after the other; gives those that broke a promise. */
export const losePowers = async (lose: PowerLoss, seeds: Seeds, folder: string): Promise<ImageResult[]> => {
  const broken: ImageResult[] = [];
  for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
    const result = await lose(seed, folder);
    if (result.findings.length > 0) broken.push(result);
  }
  return broken;
};

const telling: readonly FateName[] = ["lost", "some", "torn"];

/** Power losses of a storage known to be careless, until it was found out `enough` times. */
export const findCarelessness = async (
  lose: PowerLoss,
  seeds: Seeds & { readonly enough: number },
  folder: string,
): Promise<ImageResult[]> => {
  const found: ImageResult[] = [];
  for (let seed = seeds.first; seed < seeds.first + seeds.count && found.length < seeds.enough; seed += 1) {
    const result = await lose(seed, folder, telling);
    if (result.findings.length > 0) found.push(result);
    // What is meant to be broken is not kept for a look.
    await rm(join(folder, `image-${seed}`), { recursive: true, force: true });
  }
  return found;
};

import type { Storage } from "../../runtime/ports/storage.ts";
import { loadDataKey } from "../../storage/dataKey.ts";
import { openSqliteStorage } from "../../storage/sqlite/index.ts";
import { startMs } from "../../storage/testing/samples.ts";
import { digestOfKey } from "../workload/calls.ts";
import type { NotedCall } from "../workload/notes.ts";
import { checkStart } from "./checkStart.ts";
import { type Finding, judge } from "./judge.ts";
import { viewOf } from "./view.ts";

const checkKey = async (dataDir: string, calls: readonly NotedCall[]): Promise<Finding[]> => {
  const acknowledged = calls.findLast(({ key }) => key !== undefined)?.key;
  try {
    const key = digestOfKey(await loadDataKey({ dataDir, env: {} }));
    if (acknowledged === undefined || key === acknowledged) return [];
    return [{ fault: "keyLost", text: "the key is not the one that was given out" }];
  } catch (error) {
    return [{ fault: "keyLost", text: String(error) }];
  }
};

const openOrRefusal = async (dataDir: string, isUnchanged: () => boolean): Promise<Storage | Finding> => {
  try {
    return await openSqliteStorage({ dataDir, now: () => startMs });
  } catch (error) {
    return { fault: isUnchanged() ? "refused" : "refusedAndChanged", text: String(error) };
  }
};

/**
 * Opens a data directory as the runtime does and says which promises about these calls it breaks. Nothing was done to the medium,
 * so a refusal is one of them. `isUnchanged`: whether every byte lies there as before.
 */
export const checkDirectory = async (
  dataDir: string,
  calls: readonly NotedCall[],
  isUnchanged: () => boolean,
): Promise<Finding[]> => {
  const storage = await openOrRefusal(dataDir, isUnchanged);
  if ("fault" in storage) return [storage];
  try {
    const found = await viewOf(
      storage,
      calls.map(({ call }) => call),
    );
    return [
      ...(await judge(found, calls)),
      ...(await checkKey(dataDir, calls)),
      ...(await checkStart(storage, found, calls)),
    ];
  } finally {
    await storage.close();
  }
};

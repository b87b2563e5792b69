import { RuntimeError } from "../../runtime/contract/index.ts";
import { endInterrupted } from "../../runtime/engine/endInterrupted.ts";
import type { Storage } from "../../runtime/ports/storage.ts";
import { loadDataKey } from "../../storage/dataKey.ts";
import { openSqliteStorage } from "../../storage/sqlite/index.ts";
import { startMs } from "../../storage/testing/samples.ts";
import { type Call, digestOfKey, perform } from "./calls.ts";
import { countingClock } from "./countingClock.ts";
import type { Note } from "./notes.ts";
import type { Life } from "./script.ts";

type Say = (note: Note) => void;
type Noted = <T>(call: Call, work: () => Promise<T>) => Promise<T>;

const codeOf = (error: unknown) => (error instanceof RuntimeError ? error.code : String(error));

/** Says of each call that it begins and how it ended. Numbers begin anew with each life. */
const noting = (say: Say, first: number): Noted => {
  let next = first;
  return async (call, work) => {
    const number = next;
    next += 1;
    say({ begun: number, call });
    try {
      const result = await work();
      say(result instanceof Uint8Array ? { done: number, key: digestOfKey(result) } : { done: number });
      return result;
    } catch (error) {
      say({ failed: number, code: codeOf(error), message: error instanceof Error ? error.message : "" });
      throw error;
    }
  };
};

/** The same storage; what the engine writes on start is noted as well. */
const notedStorage = (storage: Storage, noted: Noted): Storage => ({
  ...storage,
  journal: {
    ...storage.journal,
    advance: (write) => noted({ call: "advance", write }, () => storage.journal.advance(write)),
  },
  receipts: {
    ...storage.receipts,
    add: (receipt) => noted({ call: "addReceipt", receipt }, () => storage.receipts.add(receipt)),
  },
});

/** False when the storage refused; that was noted, and other commands go on. */
const succeeds = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof RuntimeError) return false;
    throw error;
  }
};

/** Lives through one life on the data directory, with the real storage, key and start. */
export const live = async (dataDir: string, { turns, end }: Life, first: number, say: Say): Promise<void> => {
  const noted = noting(say, first);
  const storage = await openSqliteStorage({ dataDir, now: () => startMs });
  const run = (call: Call) =>
    call.call === "loadKey"
      ? noted(call, () => loadDataKey({ dataDir, env: {} }))
      : noted(call, () => perform(storage, call));
  try {
    await endInterrupted({ storage: notedStorage(storage, noted), clock: countingClock(0x100_0000 + first) });
    for (const turn of turns) {
      const beside = turn.meanwhile.map((call) => succeeds(run(call)));
      // As for the engine: what could not be recorded ends its command.
      for (const call of turn.calls) if (!(await succeeds(run(call)))) break;
      if (end === "kill" && turn === turns.at(-1)) {
        // The files of the last artifacts are on their way, some of them there and some not.
        await Promise.race(beside);
        process.kill(process.pid, "SIGKILL");
      }
      await Promise.all(beside);
    }
  } finally {
    await storage.close();
  }
};

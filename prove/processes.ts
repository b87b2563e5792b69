import { readFileSync } from "node:fs";
import { poll } from "./poll.ts";

/** A process whose parent never asks for it stays in the table as a zombie, and can do nothing any more. */
const isZombie = (pid: number): boolean => {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
};

/** Waits until none of the processes is left; false when one outlives the limit. */
export const allGone = (pids: readonly number[], limitMs: number): Promise<boolean> =>
  poll(() => !pids.some(isAlive), limitMs);

/** Ends processes of our own, by their ids. */
export const endProcesses = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }
};

import type { Random } from "../../prove/random.ts";
import type { TracedCall } from "./straceLog.ts";

/** One fault of one run, in the words of strace. */
export interface PlannedFault {
  readonly call: string;
  /** `EIO`, `ENOSPC`, or the death of the process. */
  readonly fault: string;
  /** `7`: the seventh call of a thread, `7+`: that and all later ones, `7+3`: every third from there on. */
  readonly when: string;
}

interface Kind {
  readonly call: string;
  readonly fault: string;
  readonly runs: number;
  readonly again?: string;
}

const kinds: readonly Kind[] = [
  { call: "pwrite64", fault: "EIO", runs: 6 },
  { call: "pwrite64", fault: "ENOSPC", runs: 6 },
  { call: "pwrite64", fault: "ENOSPC", runs: 4, again: "+" },
  { call: "pwrite64", fault: "ENOSPC", runs: 4, again: "+7" },
  { call: "pwrite64", fault: "SIGKILL", runs: 8 },
  { call: "fsync", fault: "EIO", runs: 8 },
  { call: "fsync", fault: "SIGKILL", runs: 6 },
  { call: "ftruncate", fault: "EIO", runs: 2 },
  { call: "link", fault: "ENOSPC", runs: 2 },
  { call: "link", fault: "SIGKILL", runs: 2 },
  { call: "rename", fault: "EIO", runs: 2 },
  { call: "rename", fault: "SIGKILL", runs: 2 },
  { call: "unlink", fault: "EIO", runs: 2 },
  { call: "mkdir", fault: "ENOSPC", runs: 2 },
  { call: "openat", fault: "ENOSPC", runs: 3 },
  { call: "openat", fault: "EMFILE", runs: 3 },
];

/** strace counts in each thread for itself: the fault must not strike another thread's call of that count elsewhere, as in loading code. */
const strikesOnlyTheDisk = (calls: readonly TracedCall[], { name, count }: TracedCall) =>
  calls.every((other) => other.name !== name || other.count !== count || other.path !== null);

/** Chooses for each kind of fault calls that an undisturbed run made on the disk, spread over the whole run. */
export const planFaults = (calls: readonly TracedCall[], random: Random): PlannedFault[] =>
  kinds.flatMap(({ call, fault, runs, again = "" }) => {
    const possible = calls.filter(
      (one) => one.name === call && one.path !== null && strikesOnlyTheDisk(calls, one),
    );
    const count = Math.min(runs, possible.length);
    return Array.from({ length: count }, (_, index): PlannedFault => {
      const from = Math.floor((possible.length * index) / count);
      const to = Math.floor((possible.length * (index + 1)) / count);
      return { call, fault, when: `${random.pick(possible.slice(from, to)).count}${again}` };
    });
  });

export const injectionOf = ({ call, fault, when }: PlannedFault): string =>
  `inject=${call}:${fault === "SIGKILL" ? "signal=SIGKILL" : `error=${fault}`}:when=${when}`;

export const faultableCalls = [...new Set(kinds.map(({ call }) => call))];

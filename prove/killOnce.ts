import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { sendCanary } from "./canary.ts";
import type { ChildTask } from "./childMessages.ts";
import { type ArrivedRequest, checkClaim, isPromised, type Violation } from "./claim.ts";
import type { Lane } from "./lane.ts";
import { poll, pollQuiet } from "./poll.ts";
import { allGone, endProcesses } from "./processes.ts";
import { type ReadCommand, readJournal } from "./readJournal.ts";
import type { Survivor } from "./survivor.ts";
import { startVictim, type Victim } from "./victim.ts";
import { type Cell, survives } from "./ways.ts";

/** What one command of a killed child left in the journal and at the server, and where the two disagree. */
export interface JudgedCommand {
  readonly command: ReadCommand;
  readonly arrived: readonly ArrivedRequest[];
  /** Whether the claim says anything of it. */
  readonly promised: boolean;
  readonly violations: readonly Violation[];
}

export interface Kill {
  readonly victim: Victim;
  readonly judged: readonly JudgedCommand[];
}

/** How long a browser may take to end after its holder, in milliseconds. */
const goneMs = 15_000;
/** How long nothing may arrive before all is taken to have arrived, in milliseconds. */
const quietMs = { gone: 200, survivor: 1_000 };
const quietLimitMs = 10_000;
const canaryMs = 10_000;

/** The browsers a child left running. */
const survivorsOf = (victim: Victim): readonly Survivor[] =>
  victim.messages.flatMap((message) => (message.said === "survivor" ? [message] : []));

const waitForEnd = async (cell: Cell, { site }: Lane, victim: Victim): Promise<void> => {
  const pids = victim.messages.flatMap((message) => (message.said === "browser" ? message.pids : []));
  if (!(await allGone(pids, goneMs))) {
    endProcesses(pids);
    throw new Error("the browser outlived its holder");
  }
  await pollQuiet(site.total, survives(cell.way) ? quietMs.survivor : quietMs.gone, quietLimitMs);
  for (const { endpoint } of survivorsOf(victim)) {
    const path = `/canary/${randomUUID()}`;
    await sendCanary(endpoint, `${site.urls[cell.protocol]}${path}`, () =>
      poll(() => site.wasAsked(path), canaryMs),
    );
  }
};

export interface Order {
  readonly cell: Cell;
  readonly task: ChildTask["task"];
  readonly seed: number;
  /** Settles at the moment to kill at; false when what was to be interrupted did not come about. */
  moment(victim: Victim): Promise<boolean>;
}

/** Starts a child, kills it, waits until nothing can arrive any more, and compares journal and server. A text: why there is nothing to judge. */
export const killOnce = async (lane: Lane, order: Order): Promise<Kill | string> => {
  const { cell, task, seed } = order;
  const profile = await mkdtemp(join(lane.scratch, "profile-"));
  const workflowId = randomUUID();
  const { dataDir, scratch, site } = lane;
  const victim = startVictim(
    { task, ...cell, url: site.urls[cell.protocol], dataDir, profile, workflowId, seed },
    scratch,
  );
  try {
    const inTime = await order.moment(victim);
    await victim.kill();
    await waitForEnd(cell, lane, victim);
    if (!inTime) return `the moment to kill did not come: ${victim.complaints().slice(0, 500)}`;
    const commands = await readJournal(dataDir, workflowId);
    const judged = commands.map((command) => {
      const arrived = site.arrivedOf(command.commandId);
      return {
        command,
        arrived,
        promised: isPromised(command),
        violations: checkClaim(command, arrived),
      };
    });
    return { victim, judged };
  } finally {
    await victim.kill();
    const survivors = survivorsOf(victim).map(({ pid }) => pid);
    endProcesses(survivors);
    await allGone(survivors, goneMs);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};

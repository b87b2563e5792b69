import type { CommandOutcome, Receipt } from "../runtime/contract/index.ts";
import type { DispatchRecord, JournalRecord, StoredCommand } from "../runtime/ports/storage.ts";
import type { Client } from "./client.ts";
import type { World } from "./world.ts";

const isFinal = ({ phase }: StoredCommand): boolean => phase === "completed" || phase === "failed";

/** What an outcome claims about the site, held against the site. */
const lieOf = (command: StoredCommand, world: World): string | null => {
  const { outcome, commandId } = command;
  if (outcome === null || command.class !== "boundary") return null;
  const received = world.site.received().filter((one) => one.commandId === commandId);
  const applied = received.some((one) => one.applied);
  if (outcome.status === "completed") return applied ? null : "completed, and nothing was applied";
  if (outcome.effect === "notSent" || outcome.effect === "none")
    return received.length === 0 ? null : `${outcome.effect}, and the site received it`;
  if (outcome.effect === "answered" && received.length === 0) return "answered, and the site never saw it";
  const code = "error" in outcome ? outcome.error.code : "";
  const denies = code === "notApplied" || code === "rejectedBySite";
  return denies && applied ? `${code}, and it was applied` : null;
};

/** Whether the records before a decision carry it; told without the decision function itself. */
const explains = (
  receipt: Receipt,
  command: StoredCommand,
  records: readonly JournalRecord[],
  dispatches: readonly DispatchRecord[],
): boolean => {
  const steps = records.map(({ step }) => step);
  const latest = new Map(dispatches.map(({ requestId, state }) => [requestId, state]));
  const states = [...latest.values()];
  const isOut = states.some((state) => state === "dispatched" || state === "failed");
  const isTouched = steps.includes("executing");
  switch (receipt.verdict) {
    case "finish":
      return steps.includes("resultPrepared");
    case "retry":
      return command.class === "replayable";
    case "notSent":
      return (
        !isTouched || (states.every((state) => state === "refused") && receipt.coverage?.state === "whole")
      );
    case "unknown":
      return isTouched && (isOut || receipt.coverage?.state !== "whole");
    case "reverify":
      return isTouched && !isOut && states.includes("answered");
    default:
      return false;
  }
};

/** What a client was told stands, except that a doubt may have been settled since. */
const contradicts = (told: CommandOutcome, stored: CommandOutcome | null): boolean =>
  stored === null ||
  (told.status !== "needsReconciliation" && JSON.stringify(told) !== JSON.stringify(stored));

/** Everything that is to be true of the work in hand after every action, and of all work in the end; returns what is not. */
export const createChecks = (world: World, client: Client) => {
  const finals = new Map<string, string>();

  return async (which: "inHand" | "all"): Promise<string[]> => {
    const wrong: string[] = [...client.ledger.faults];
    for (const [workflowId, work] of [...client.ledger.workflows].slice(which === "all" ? 0 : -1)) {
      const times = world.site.timesApplied(work);
      if (times > 1) wrong.push(`"${work}" was applied ${times} times`);
      const commands = await world.disk.journal.commandsOfWorkflow(workflowId);
      const receipts = await world.disk.receipts.ofWorkflow(workflowId);
      for (const command of commands) {
        const { commandId, kind } = command;
        const say = (what: string) => wrong.push(`${kind} ${commandId.slice(-4)} of "${work}": ${what}`);
        const lie = lieOf(command, world);
        if (lie !== null) say(lie);
        const records = await world.disk.journal.records(commandId);
        for (const step of ["accepted", "executing"] as const)
          if (records.filter((record) => record.step === step).length > 1) say(`${step} twice`);
        const final = JSON.stringify([command.phase, command.outcome]);
        const before = finals.get(commandId);
        if (before !== undefined && before !== final) say("a terminal state changed");
        if (isFinal(command)) finals.set(commandId, final);
        const told = client.ledger.told.get(commandId);
        if (told !== undefined && contradicts(told, command.outcome))
          say("the answer given is not the one on record");
        const dispatches = await world.disk.journal.dispatches(commandId);
        for (const receipt of receipts)
          if (
            receipt.commandId === commandId &&
            receipt.kind === "decision" &&
            !explains(receipt, command, records, dispatches)
          )
            say(`nothing on record explains "${receipt.verdict}"`);
      }
    }
    for (const one of world.site.received()) {
      if (!/^work \d+$/.test(one.work)) wrong.push(`the site received a form that held "${one.work}"`);
      if (world.site.received().filter(({ commandId }) => commandId === one.commandId).length > 1)
        wrong.push(`the site received ${one.commandId.slice(-4)} twice`);
    }
    return [...new Set(wrong)];
  };
};

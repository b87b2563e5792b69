import { type CommandOutcome, type Evidence, RuntimeError } from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Storage, StoredCommand } from "../ports/storage.ts";
import { completed, failed, terminalPhase } from "./outcomes.ts";

interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
}

interface Finding {
  readonly verdict: "applied" | "notApplied";
  readonly how: "probe" | "resolution";
  readonly by: string;
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** Commands whose evidence the finding rests on. */
  readonly evidenceRefs?: readonly string[];
}

const settledOutcome = (command: StoredCommand, finding: Finding): CommandOutcome => {
  const before = command.outcome;
  const facts = {
    commandId: command.commandId,
    coverage: before?.coverage ?? { state: "degraded" as const, reasons: ["notExecuted"] },
    observedClass: before?.observedClass ?? ("unobserved" as const),
    evidence: [...(before?.evidence ?? []), ...finding.evidence],
  };
  return finding.verdict === "applied"
    ? completed(facts, "answered")
    : failed(
        facts,
        before?.effect ?? "unknown",
        new RuntimeError("notApplied", `not applied: ${finding.reason}`),
      );
};

/** Ends a command that needed reconciliation by what a probe or a person found; says whether it still needed it. */
export const settleCommand = async (
  { storage, clock }: Parts,
  command: StoredCommand,
  finding: Finding,
): Promise<"settled" | "superseded"> => {
  const at = new Date(clock.now()).toISOString();
  const outcome = settledOutcome(command, finding);
  const evidenceRefs = finding.evidenceRefs ?? [];
  const written = await storage.journal.advance({
    commandId: command.commandId,
    from: "needsReconciliation",
    to: terminalPhase(outcome),
    at,
    body: JSON.stringify({
      [finding.how]: finding.verdict,
      by: finding.by,
      reason: finding.reason,
      evidenceRefs,
    }),
    outcome,
  });
  if (written === "superseded") return "superseded";
  await storage.receipts.add({
    receiptId: clock.newId(),
    workflowId: command.workflowId,
    commandId: command.commandId,
    at,
    kind: finding.how,
    class: command.class,
    lastPhase: "needsReconciliation",
    coverage: command.coverage,
    verdict: finding.verdict,
    effect: outcome.effect,
    reasons: [finding.reason.slice(0, 512)],
    by: finding.by,
  });
  return "settled";
};

import type { CommandOutcome, Evidence } from "../../runtime/contract/index.ts";

/** What became of a job, as `--json` prints it. */
export interface JobResult {
  readonly key: string;
  readonly status: CommandOutcome["status"];
  readonly effect: CommandOutcome["effect"];
  /** `notSent` and `notApplied` are certain; so is `applied`. */
  readonly verdict: "applied" | "notApplied" | "notSent" | "needsReconciliation";
  readonly workflowId: string;
  readonly commandId: string | null;
  readonly extracted: Readonly<Record<string, string | null>>;
  readonly evidence: readonly (Evidence & { readonly path?: string })[];
  readonly reason: string;
}

/** The promise's word for an outcome of a job. */
export const verdictOf = (outcome: CommandOutcome): JobResult["verdict"] => {
  if (outcome.status === "completed") return "applied";
  if (outcome.status === "needsReconciliation") return "needsReconciliation";
  return outcome.effect === "none" || outcome.effect === "notSent" ? "notSent" : "notApplied";
};

export const reasonOf = (outcome: CommandOutcome): string =>
  "error" in outcome ? `${outcome.error.code}: ${outcome.error.message}` : "the expected state holds";

/** Exit codes of `holdfast run`: 0 done, 1 rejected or failed, 3 needs reconciliation. */
export const exitCodeOf = (result: JobResult): 0 | 1 | 3 =>
  result.verdict === "applied" ? 0 : result.verdict === "needsReconciliation" ? 3 : 1;

import type { CommandClass, CommandOutcome, CommandPhase } from "../../runtime/contract/index.ts";

/** What a job needs to know of an earlier submit of its workflow. */
export interface EarlierSubmit {
  readonly commandId: string;
  readonly class: CommandClass;
  readonly phase: CommandPhase;
  readonly outcome: CommandOutcome | null;
}

export type NextStep =
  /** The job has ended; say how. */
  | { readonly step: "report"; readonly outcome: CommandOutcome }
  /** Nothing was sent, or it is not known: ask recovery. */
  | { readonly step: "recover" };

/** Whether a job that was run before has its answer. What was applied or rejected is not sent again. */
export const nextStep = (commands: readonly EarlierSubmit[]): NextStep => {
  const outcomes = commands
    .filter((command) => command.class === "boundary")
    .map((command) => command.outcome);
  const ended = outcomes.findLast(
    (outcome) =>
      outcome?.status === "completed" ||
      (outcome?.status === "failed" && outcome.error.code === "rejectedBySite"),
  );
  return ended === undefined || ended === null ? { step: "recover" } : { step: "report", outcome: ended };
};

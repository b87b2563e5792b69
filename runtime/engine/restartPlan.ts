import type { Checkpoint } from "../contract/index.ts";
import type { StoredCommand } from "../ports/storage.ts";
import { fillsSinceNavigation } from "./replayable.ts";

export type RestartPlan =
  /** Nothing to start again. */
  | { readonly kind: "resume"; readonly reasons: readonly string[] }
  /** Not before this command is decided. */
  | { readonly kind: "undecided"; readonly command: StoredCommand }
  | {
      readonly kind: "restart";
      readonly reasons: readonly string[];
      readonly restartUrl: string;
      /** Commands whose inputs are applied again, in order. */
      readonly inputs: readonly StoredCommand[];
      readonly checkpoint: Checkpoint | null;
    };

export interface AttemptFacts {
  /** The commands of the current attempt, in order of acceptance. */
  readonly commands: readonly StoredCommand[];
  readonly checkpoint: Checkpoint | null;
  /** Whether the attempt's last page is open in the browser now. */
  readonly pageIsOpen: boolean;
  /** Where that page was last sent on purpose, or null when the attempt never had a page. */
  readonly restartUrl: string | null;
}

/** What was sent and came to nothing, such as a submit that the site rejected, was sent all the same. */
const whatLeft = (commands: readonly StoredCommand[]): string =>
  commands.every(
    ({ outcome }) => outcome === null || outcome.effect === "none" || outcome.effect === "notSent",
  )
    ? "nothing was sent"
    : "no submit was applied";

/** How a workflow goes on after something died: consults the journal, never the page. */
export const planRestart = ({ commands, checkpoint, pageIsOpen, restartUrl }: AttemptFacts): RestartPlan => {
  const undecided = commands.find((command) => command.phase === "needsReconciliation");
  if (undecided !== undefined) return { kind: "undecided", command: undecided };
  const last = commands.at(-1);
  const applied = commands.findLast(
    (command) => command.class === "boundary" && command.phase === "completed",
  );
  if (applied !== undefined) {
    return {
      kind: "resume",
      reasons: [`the boundary command ${applied.commandId} was applied; it is not repeated`],
    };
  }
  if (pageIsOpen) return { kind: "resume", reasons: ["the page is open and nothing was interrupted"] };
  const from = checkpoint?.restartUrl ?? restartUrl;
  if (last === undefined || from === null || from === "about:blank") {
    return { kind: "resume", reasons: ["the attempt had not reached a page yet"] };
  }
  const named = checkpoint === null ? null : new Set(checkpoint.replayableInputs);
  return {
    kind: "restart",
    reasons: [
      `"${last.kind}" ended as ${last.outcome?.status ?? last.phase} and its page is gone; ${whatLeft(commands)}`,
    ],
    restartUrl: from,
    inputs:
      named === null
        ? fillsSinceNavigation(commands)
        : commands.filter((command) => named.has(command.commandId)),
    checkpoint,
  };
};

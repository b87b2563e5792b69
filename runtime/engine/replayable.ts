import type { StoredCommand } from "../ports/storage.ts";

const fills = new Set(["fill", "completeForm"]);

/** Whether a command filled its page and can fill it again. */
export const isFill = ({ kind, phase }: Pick<StoredCommand, "kind" | "phase">): boolean =>
  fills.has(kind) && phase === "completed";

/** The completed fill commands of a page since its last completed navigation: what fills a fresh page again, in order. */
export const fillsSinceNavigation = (commands: readonly StoredCommand[]): StoredCommand[] => {
  const done = commands.filter((command) => command.phase === "completed");
  const lastNavigation = done.findLastIndex((command) => command.kind === "navigate");
  return done.slice(lastNavigation + 1).filter(isFill);
};

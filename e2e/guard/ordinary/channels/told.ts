import type { CommandOutcome, Evidence } from "../../../../gateway/index.ts";

const lineOf = ({ method, url }: { readonly method: string; readonly url: string }): string => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
};

/** Method and path of every recorded exchange. */
export const exchangesOf = ({ evidence }: CommandOutcome): string[] =>
  evidence.flatMap((item) => (item.kind === "networkExchange" ? [lineOf(item)] : []));

/** Method and path of what was noticed outside a boundary command. */
export const unguardedOf = ({ evidence }: CommandOutcome, action: "letGo" | "stopped"): string[] =>
  evidence.flatMap((item) =>
    item.kind === "unguardedRequest" && item.action === action ? [lineOf(item)] : [],
  );

const isStop = (item: Evidence): boolean =>
  item.kind === "submitBlocked" || (item.kind === "unguardedRequest" && item.action === "stopped");

/** How it was stopped, by the kinds of evidence that say so. */
export const stopsOf = ({ evidence }: CommandOutcome): string[] =>
  evidence.filter(isStop).map(({ kind }) => kind);

export const coverageOf = ({ coverage }: CommandOutcome): string =>
  coverage.state === "whole" ? "whole" : `degraded: ${coverage.reasons.join(", ")}`;

export const endOf = (outcome: CommandOutcome): string =>
  "error" in outcome ? `${outcome.status}/${outcome.error.code}` : outcome.status;

export const isUnsafe = (line: string): boolean => !line.startsWith("GET ");

export const printRow = (cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.map((cell) => (cell === "" ? "–" : cell)).join(" | ")} |\n`);
};

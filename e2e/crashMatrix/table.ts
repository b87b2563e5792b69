import type { Cell } from "./cells.ts";
import { outOfReach } from "./expected.ts";
import type { Observed } from "./judge.ts";

export interface Row {
  readonly cell: Cell;
  readonly seen: Observed;
  readonly faults: readonly string[];
}

const columns = ["crash point", "server", "probe", "what recovery said", "received", "verdict"] as const;

const reached = ({ cell, seen }: Row): string =>
  seen.survived === null ? seen.said.join(", ") || "stored" : `not reached: ${outOfReach(cell) ?? "why?"}`;

/** What a row says of a cell, in the order of the columns. */
export const cellsOfRow = (row: Row): readonly string[] => {
  const { cell, seen } = row;
  return [
    `\`${cell.point}\``,
    cell.behaviour,
    cell.probe ? "yes" : "no",
    reached(row),
    String(seen.received),
    seen.verdict,
  ];
};

export const matrixTable = (rows: readonly Row[]): string => {
  const body = rows.map(cellsOfRow);
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
};

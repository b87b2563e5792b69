import { shownBound } from "./bound.ts";
import { of, shown, sum, type Tally } from "./tally.ts";
import type { Kind } from "./ways.ts";

const pausedKinds = ["form", "fetch", "keepalive", "beacon"] as const satisfies readonly Kind[];

const aligned = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const padded = (row: readonly string[]) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return [padded(head), line(widths.map((width) => "-".repeat(width))), ...body.map(padded)].join("\n");
};

const wayNames = {
  launch: "`launch`",
  persistent: "`launchPersistentContext`",
  connectOverCDP: "`connectOverCDP`, new context",
  defaultContext: "`connectOverCDP`, default context",
} as const;

const place = ({ cell }: Tally) => [wayNames[cell.way], cell.protocol, cell.tethered ? "yes" : "no"];

/** The bound belongs beside a zero only. */
const boundOf = (broken: number, kills: number) => (broken === 0 ? `< ${shownBound(kills)}` : "–");

const together = (tallies: readonly Tally[], value: (tally: Tally) => number) =>
  tallies.reduce((all, tally) => all + value(tally), 0);

const addUp = (counts: readonly ReadonlyMap<string, number>[]): Map<string, number> => {
  const all = new Map<string, number>();
  for (const one of counts) for (const [key, value] of one) all.set(key, (all.get(key) ?? 0) + value);
  return all;
};

const pausedCells = (tallies: readonly Tally[]): string[] => {
  const requests = addUp(tallies.map((tally) => tally.requests));
  const broken = addUp(tallies.map((tally) => tally.broken));
  const kills = together(tallies, (tally) => tally.kills);
  return [
    String(kills),
    String(sum(requests)),
    ...pausedKinds.map((kind) => `${of(broken, kind)} / ${of(requests, kind)}`),
    String(sum(broken)),
    boundOf(sum(broken), kills),
  ];
};

/** Leaked of paused requests, by kind. */
export const pausedTable = (tallies: readonly Tally[]): string => {
  const guarded = tallies.filter(({ cell }) => cell.tethered);
  return aligned([
    [
      "how the browser is held",
      "protocol",
      "tether",
      "kills",
      "paused",
      ...pausedKinds,
      "leaks",
      "at most, per kill",
    ],
    ...guarded.map((tally) => [...place(tally), ...pausedCells([tally])]),
    ["all with the tether", "", "yes", ...pausedCells(guarded)],
    ...tallies
      .filter(({ cell }) => !cell.tethered)
      .map((tally) => [...place(tally), ...pausedCells([tally])]),
  ]);
};

const claimCells = (tallies: readonly Tally[]): string[] => {
  const broken = together(tallies, (tally) => sum(tally.broken));
  const kills = together(tallies, (tally) => tally.kills);
  return [
    String(kills),
    String(together(tallies, (tally) => tally.commands)),
    String(together(tallies, (tally) => sum(tally.requests))),
    String(together(tallies, (tally) => sum(tally.degraded))),
    String(broken),
    shown(addUp(tallies.map((tally) => tally.rules))),
    boundOf(broken, kills),
  ];
};

/** Violations of the claim by random commands. */
export const claimTable = (tallies: readonly Tally[]): string => {
  const guarded = tallies.filter(({ cell }) => cell.tethered);
  const controls = tallies.filter(({ cell }) => !cell.tethered);
  return aligned([
    [
      "how the browser is held",
      "protocol",
      "tether",
      "kills",
      "commands",
      "recorded requests",
      "degraded",
      "violations",
      "which",
      "at most, per kill",
    ],
    ...guarded.map((tally) => [...place(tally), ...claimCells([tally])]),
    ["all with the tether", "", "yes", ...claimCells(guarded)],
    ...controls.map((tally) => [...place(tally), ...claimCells([tally])]),
    ...(controls.length > 0 ? [["all without the tether", "", "no", ...claimCells(controls)]] : []),
  ]);
};

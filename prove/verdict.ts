import { shownBound } from "./bound.ts";
import { sum, type Tally } from "./tally.ts";

export interface Findings {
  readonly paused: readonly Tally[];
  readonly claim: readonly Tally[];
  /** A short run has too few kills for its controls to have to fail. */
  readonly short: boolean;
}

const total = (tallies: readonly Tally[], value: (tally: Tally) => number): number =>
  tallies.reduce((all, tally) => all + value(tally), 0);

const brokenIn = (tallies: readonly Tally[]) => total(tallies, ({ broken }) => sum(broken));
const guarded = (tallies: readonly Tally[]) => tallies.filter(({ cell }) => cell.tethered);
const controls = (tallies: readonly Tally[]) => tallies.filter(({ cell }) => !cell.tethered);

const sentence = (what: string, tallies: readonly Tally[]): string => {
  const [kills, broken] = [total(tallies, ({ kills: n }) => n), brokenIn(tallies)];
  const bound = broken === 0 ? `; at 95 % at most ${shownBound(kills)} of kills would break it` : "";
  return `${what}: ${broken} violations in ${kills} kills${bound}`;
};

/** Controls that should have failed and did not: then nothing was shown by what held. */
const idleControls = ({ paused, claim }: Findings): readonly string[] => {
  const leaked = (tally: Tally) => tally.rules.get("unrecorded") ?? 0;
  const groups: readonly (readonly [string, readonly Tally[]])[] = [
    ["persistent", controls(paused).filter(({ cell }) => cell.way === "persistent")],
    [
      "surviving browser",
      controls(paused).filter(({ cell }) => cell.way === "connectOverCDP" || cell.way === "defaultContext"),
    ],
    ["random commands", controls(claim)],
  ];
  return groups
    .filter(([, tallies]) => tallies.length > 0 && total(tallies, leaked) === 0)
    .map(([name]) => name);
};

/** What the numbers say, and the exit code: 1 when the claim was broken or a control proved nothing. */
export const verdictOf = (
  findings: Findings,
): { readonly lines: readonly string[]; readonly exitCode: number } => {
  const { paused, claim, short } = findings;
  const all = [...paused, ...claim];
  const broken = brokenIn(guarded(all));
  const missed = total(all, (tally) => tally.missed);
  const killed = total(all, ({ kills }) => kills);
  const idle = short ? [] : idleControls(findings);
  const lines = [
    sentence("paused, with the tether", guarded(paused)),
    sentence("random commands, with the tether", guarded(claim)),
    ...(broken > 0 ? ["THE CLAIM WAS BROKEN"] : []),
    ...idle.map(
      (name) =>
        `the control without the tether (${name}) proved nothing: it found no request without a record`,
    ),
    ...(missed > 0 ? [`${missed} kills interrupted nothing`] : []),
    ...(killed === 0 ? ["nothing was killed"] : []),
  ];
  // A run that mostly missed is no proof either.
  const tooManyMissed = missed > Math.max(2, killed / 10);
  return { lines, exitCode: broken > 0 || idle.length > 0 || tooManyMissed || killed === 0 ? 1 : 0 };
};

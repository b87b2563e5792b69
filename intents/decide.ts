import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import type { ScoredCandidate } from "./candidate.ts";
import { leads, reaches, thresholds } from "./thresholds.ts";

/** One control, or a refusal with what was considered, best first. */
export type Resolution =
  | {
      readonly kind: "found";
      readonly winner: ControlDescriptor;
      readonly scored: readonly ScoredCandidate[];
      /** It did not lead by the margin and was taken because the caller allowed that. */
      readonly bestMatch: boolean;
    }
  | { readonly kind: "ambiguous"; readonly scored: readonly ScoredCandidate[] }
  | { readonly kind: "notFound"; readonly scored: readonly ScoredCandidate[] };

/** Tells equal candidates apart, or gives up with null. */
export type TieBreaker = (
  tied: readonly ScoredCandidate[],
) => { winner: ScoredCandidate; reason: string } | null;

const byPage = (a: ScoredCandidate, b: ScoredCandidate): number =>
  a.candidate.order - b.candidate.order || (a.candidate.ref < b.candidate.ref ? -1 : 1);

/** Eligible before excluded, then by score, then by page order: the same whatever order they came in. */
const ranked = (scored: readonly ScoredCandidate[]): ScoredCandidate[] =>
  [...scored].sort(
    (a, b) => Number(a.excluded !== null) - Number(b.excluded !== null) || b.score - a.score || byPage(a, b),
  );

const tiers = ["label", "nearby", "part", "none"] as const;

/** A label hint means the control that has exactly that label, where there is one; those that only contain it drop out. */
const keepBestLabel = (scored: readonly ScoredCandidate[]): ScoredCandidate[] => {
  const usable = scored.filter(({ excluded }) => excluded === null);
  const best = tiers.find((tier) => usable.some(({ labelTier }) => labelTier === tier)) ?? "none";
  return scored.map((candidate) =>
    candidate.excluded !== null || candidate.labelTier === best
      ? candidate
      : { ...candidate, excluded: "another control has exactly the label asked for" },
  );
};

const withReason = (candidate: ScoredCandidate, reason: string): ScoredCandidate => ({
  ...candidate,
  reasons: [...candidate.reasons, reason],
});

const found = (
  winner: ScoredCandidate,
  scored: readonly ScoredCandidate[],
  reason: string | null = null,
  bestMatch = false,
): Resolution => {
  const told = reason === null ? winner : withReason(winner, reason);
  const rest = scored.filter((candidate) => candidate !== winner);
  return { kind: "found", winner: winner.candidate, scored: [told, ...rest], bestMatch };
};

/** A rival that answers a telling word the leader leaves open: "name of the runner" between "Name" and "Runner". */
const isContested = (top: ScoredCandidate, others: readonly ScoredCandidate[]): boolean =>
  (top.labelTier === "none" || top.labelTier === "part") &&
  others.some(
    ({ score, shared }) => reaches(score, thresholds.rival) && shared.some((word) => top.open.includes(word)),
  );

const nth = (
  fitting: readonly ScoredCandidate[],
  n: number,
  scored: readonly ScoredCandidate[],
): Resolution => {
  const winner = [...fitting].sort(byPage)[n - 1];
  if (winner === undefined) return { kind: "notFound", scored };
  return found(winner, scored, `number ${n} of ${fitting.length} that fit`);
};

/**
 * Exactly one winner that leads by the margin, or a refusal. `ordinalWord` is the n of "the n-th …" in the purpose; it counts
 * only controls that fit equally well and are not numbered themselves.
 */
export const decide = (
  candidates: readonly ScoredCandidate[],
  hints: IntentHints,
  ordinalWord: number | null,
  bar: number,
  tieBreakers: readonly TieBreaker[],
): Resolution => {
  const scored = ranked(keepBestLabel(candidates));
  const eligible = scored.filter(({ excluded }) => excluded === null);
  const fitting = eligible.filter(({ score }) => reaches(score, bar));
  const [top, ...rest] = fitting;
  if (top === undefined) return { kind: "notFound", scored };
  if (hints.ordinal !== undefined) return nth(fitting, hints.ordinal, scored);
  // Exact equality beats any likeness, but not another exact one that nothing speaks against.
  const tied = [top, ...rest.filter(({ exact, score }) => !leads(top.score, score) && (exact || !top.exact))];
  if (ordinalWord !== null && tied.every(({ uncounted }) => uncounted)) return nth(tied, ordinalWord, scored);
  const contested = !top.exact && isContested(top, eligible.slice(1));
  if (tied.length === 1 && !contested) return found(top, scored);
  const broken = tied.length === 1 ? null : firstBreak(tieBreakers, tied);
  if (broken !== null) return found(broken.winner, scored, broken.reason);
  const ahead = rest.every(({ score }) => top.score > score);
  if (hints.allowBestMatch === true && ahead)
    return found(top, scored, "best match, without the margin", true);
  return { kind: "ambiguous", scored };
};

const firstBreak = (tieBreakers: readonly TieBreaker[], tied: readonly ScoredCandidate[]) => {
  for (const breakTie of tieBreakers) {
    const broken = breakTie(tied);
    if (broken !== null) return broken;
  }
  return null;
};

/** A tie breaker by a property only one of them has. */
export const onlyOneThat =
  (reason: string, has: (candidate: ScoredCandidate) => boolean): TieBreaker =>
  (tied) => {
    const [winner, ...others] = tied.filter(has);
    return winner !== undefined && others.length === 0 ? { winner, reason } : null;
  };

import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import type { Score, ScoreContext } from "./candidate.ts";
import { declaresAnother, fieldSigns, meansAnother, type Sign } from "./evidence.ts";
import { exclusionOf } from "./exclusion.ts";
import { fitFacets } from "./facetFit.ts";
import { type FieldReading, readField } from "./fieldReading.ts";
import { checkHints, type HintCheck } from "./hints.ts";
import { fitKind } from "./kindFit.ts";
import type { Purpose } from "./text/purpose.ts";
import { thresholds } from "./thresholds.ts";

const independentSign = 0.05;
const supports = 0.6;
const contradictedByPage = 0.8;
const conflicted = 0.3;

const leading = (signs: readonly Sign[]): { value: number; reasons: string[] } => {
  const [first] = signs;
  if (first === undefined) return { value: 0, reasons: [] };
  const second = signs.find(({ of, value }) => of !== first.of && value >= supports);
  const value = first.exact
    ? 1
    : Math.min(thresholds.similar, first.value + (second === undefined ? 0 : independentSign));
  return { value, reasons: [first.reason, ...(second === undefined ? [] : [second.reason])] };
};

const trap = (field: FieldReading): string | null =>
  field.asksToLeaveEmpty ? "it asks people to leave it empty" : null;

/** What a satisfied name or label hint is worth by itself; a part of a label that means another thing is worth nothing. */
export const hintFloor = (check: HintCheck, contradicted: boolean): number => {
  if (!check.named) return 0;
  if (check.labelTier !== "part") return thresholds.hinted;
  return contradicted ? 0 : thresholds.hintedInPart;
};

/** Scores a field for a purpose. Doubts lower the score before a hint lifts it; contradictions after. */
export const scoreField = (
  purpose: Purpose,
  hints: IntentHints,
  candidate: ControlDescriptor,
  context: ScoreContext,
): Score => {
  const check = checkHints(hints, candidate, context.matches);
  const field = readField(candidate);
  const signs = fieldSigns(purpose, candidate, field, context.complements ?? new Set());
  const { value, reasons } = leading(signs);
  const facets = fitFacets(purpose, candidate, field);
  const kind = fitKind(purpose, candidate);
  const strong = signs[0]?.exact === true || signs[0]?.comparison.same === true;
  const misdeclared = !strong && declaresAnother(purpose, candidate);
  const doubted = value * facets.factor * kind.factor * (misdeclared ? contradictedByPage : 1);
  const lifted = Math.max(doubted, hintFloor(check, meansAnother(purpose, field)));
  return {
    score: facets.conflict === null ? lifted : lifted * conflicted,
    reasons: [
      ...check.reasons,
      ...reasons,
      ...facets.reasons,
      ...kind.reasons,
      ...(misdeclared ? ["autocomplete says something else"] : []),
    ],
    excluded: exclusionOf(candidate, context.reading === true) ?? trap(field) ?? check.failed,
    exact: signs[0]?.exact === true && facets.conflict === null,
    labelTier: check.labelTier,
    shared: signs[0]?.comparison.shared ?? [],
    open: signs[0]?.exact === true ? [] : (signs[0]?.comparison.open ?? []),
    uncounted: facets.uncounted,
  };
};

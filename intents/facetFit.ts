import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { isWritten } from "./candidate.ts";
import { identifyingTexts } from "./fieldTexts.ts";
import type { FacetName } from "./lexicon/facets.ts";
import { asksToRepeat, facetNames, ordinalsIn, polesIn } from "./lexicon/marks.ts";
import { analyse } from "./text/analyse.ts";
import type { Purpose } from "./text/purpose.ts";
import { attributeWordsOf, wordsOf } from "./text/words.ts";

/** What sets fields of the same meaning apart: billing or shipping, again or not, whose, which one. */
export interface FacetFit {
  /** A contradiction no hint can heal, or null. */
  readonly conflict: string | null;
  /** How far doubts lower the score. */
  readonly factor: number;
  readonly reasons: readonly string[];
  readonly uncounted: boolean;
}

interface Doubt {
  readonly factor: number;
  readonly reason: string;
  readonly conflict?: true;
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((pole) => b.has(pole));
const listed = (poles: ReadonlySet<string>): string => [...poles].join(", ");

interface CandidateWords {
  readonly own: readonly string[];
  readonly groups: readonly (readonly string[])[];
  readonly declared: readonly string[];
  readonly attributes: readonly string[];
}

const wordsAround = (candidate: ControlDescriptor): CandidateWords => ({
  own: identifyingTexts(candidate).flatMap(wordsOf),
  // Innermost first: the nearest legend decides.
  groups: [...candidate.tableHeaders, ...candidate.groups.toReversed()].map(wordsOf),
  declared: wordsOf(candidate.autocomplete).filter((word) =>
    ["billing", "shipping", "home", "work"].includes(word),
  ),
  attributes: candidate.attributeWords.flatMap(attributeWordsOf),
});

const facetDoubt = (facet: FacetName, purpose: Purpose, words: CandidateWords): Doubt | null => {
  const wanted = polesIn(facet, purpose.words);
  const own = polesIn(facet, words.own);
  const declared = polesIn(facet, words.declared);
  const grouped = words.groups.map((group) => polesIn(facet, group)).find((poles) => poles.size > 0);
  const seen = own.size > 0 ? own : declared.size > 0 ? declared : (grouped ?? own);
  if (wanted.size > 0 && seen.size > 0) {
    if (overlap(wanted, seen)) return null;
    return {
      factor: 0.3,
      reason: `it is for ${listed(seen)}, the purpose for ${listed(wanted)}`,
      conflict: true,
    };
  }
  if (facet === "person") return personDoubt(wanted, own, seen);
  const hidden = polesIn(facet, words.attributes);
  if (wanted.size > 0 && hidden.size > 0 && !overlap(wanted, hidden)) {
    return { factor: 0.6, reason: `its attributes say ${listed(hidden)}` };
  }
  return null;
};

const personDoubt = (
  wanted: ReadonlySet<string>,
  own: ReadonlySet<string>,
  seen: ReadonlySet<string>,
): Doubt | null => {
  if (wanted.size > 0) return { factor: 0.5, reason: `nothing on it says ${listed(wanted)}` };
  if (own.size > 0) return { factor: 0.4, reason: `it is about somebody else: ${listed(own)}` };
  return seen.size > 0 ? { factor: 0.8, reason: `its group is about ${listed(seen)}` } : null;
};

const repeatDoubt = (purpose: Purpose, candidate: ControlDescriptor, words: CandidateWords): Doubt | null => {
  if (!isWritten(candidate) || purpose.yesNo) return null;
  const texts = [...identifyingTexts(candidate), candidate.placeholder].map((text) => analyse(text, "field"));
  const seen = texts.some(({ repeats }) => repeats);
  const hidden = asksToRepeat(words.attributes);
  if (purpose.repeats === seen) {
    return !seen && hidden ? { factor: 0.6, reason: "its attributes say it is the repetition" } : null;
  }
  if (seen)
    return { factor: 0.3, reason: "it asks for the value once more, the purpose does not", conflict: true };
  return hidden
    ? { factor: 0.9, reason: "only its attributes say it is the repetition" }
    : { factor: 0.3, reason: "the purpose asks for the repetition, this is not it", conflict: true };
};

const countDoubt = (purpose: Purpose, words: CandidateWords): { doubt: Doubt | null; uncounted: boolean } => {
  const values = (group: readonly string[]): number[] => ordinalsIn(group).map(({ value }) => value);
  const own = values(words.own);
  const marks = own.length > 0 ? own : (words.groups.map(values).find((group) => group.length > 0) ?? []);
  const [wanted] = purpose.ordinals;
  if (wanted === undefined) {
    const doubt = own.length > 0 ? { factor: 0.95, reason: "it is numbered, the purpose is not" } : null;
    return { doubt, uncounted: false };
  }
  if (marks.length === 0) return { doubt: null, uncounted: true };
  if (marks.includes(wanted)) return { doubt: null, uncounted: false };
  return {
    doubt: { factor: 0.3, reason: `it is number ${marks.join(", ")}, not ${wanted}`, conflict: true },
    uncounted: false,
  };
};

export const fitFacets = (purpose: Purpose, candidate: ControlDescriptor): FacetFit => {
  const words = wordsAround(candidate);
  const { doubt, uncounted } = countDoubt(purpose, words);
  const doubts = [
    ...facetNames.map((facet) => facetDoubt(facet, purpose, words)),
    repeatDoubt(purpose, candidate, words),
    doubt,
  ].filter((found) => found !== null);
  const soft = doubts.filter(({ conflict }) => conflict === undefined);
  return {
    conflict: doubts.find(({ conflict }) => conflict)?.reason ?? null,
    factor: soft.reduce((product, { factor }) => product * factor, 1),
    reasons: doubts.map(({ reason }) => reason),
    uncounted,
  };
};

import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { isWritten } from "./candidate.ts";
import type { FieldReading } from "./fieldReading.ts";
import type { FacetName } from "./lexicon/facets.ts";
import { facetNames, type Poles } from "./lexicon/marks.ts";
import type { Purpose } from "./text/purpose.ts";

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

const none: ReadonlySet<string> = new Set();
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((pole) => b.has(pole));
const listed = (poles: ReadonlySet<string>): string => [...poles].join(", ");

const facetDoubt = (facet: FacetName, purpose: Purpose, field: FieldReading): Doubt | null => {
  const of = (poles: Poles): ReadonlySet<string> => poles.get(facet) ?? none;
  const wanted = of(purpose.poles);
  const own = of(field.own.poles);
  const nearest = field.groups.map(({ poles }) => of(poles)).find((poles) => poles.size > 0) ?? none;
  const seen = [own, of(field.declared), nearest].find((poles) => poles.size > 0) ?? none;
  if (wanted.size > 0 && seen.size > 0) {
    if (overlap(wanted, seen)) return null;
    const reason = `it is for ${listed(seen)}, the purpose for ${listed(wanted)}`;
    return { factor: 0.3, reason, conflict: true };
  }
  if (facet === "person") return personDoubt(wanted, own, seen);
  const hidden = of(field.attributes.poles);
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

const repeatDoubt = (purpose: Purpose, candidate: ControlDescriptor, field: FieldReading): Doubt | null => {
  if (!isWritten(candidate) || purpose.yesNo) return null;
  const seen = field.own.repeats;
  const hidden = field.attributes.repeats;
  if (purpose.repeats === seen) {
    return !seen && hidden ? { factor: 0.6, reason: "its attributes say it is the repetition" } : null;
  }
  if (seen) {
    return { factor: 0.3, reason: "it asks for the value once more, the purpose does not", conflict: true };
  }
  return hidden
    ? { factor: 0.9, reason: "only its attributes say it is the repetition" }
    : { factor: 0.3, reason: "the purpose asks for the repetition, this is not it", conflict: true };
};

const countDoubt = (
  purpose: Purpose,
  { own, groups }: FieldReading,
): { doubt: Doubt | null; uncounted: boolean } => {
  const [wanted] = purpose.ordinals;
  if (wanted === undefined) {
    const numbered = own.ordinals.length > 0;
    const doubt = numbered ? { factor: 0.95, reason: "it is numbered, the purpose is not" } : null;
    return { doubt, uncounted: false };
  }
  const marks = [own, ...groups].map(({ ordinals }) => ordinals).find((ordinals) => ordinals.length > 0);
  if (marks === undefined) return { doubt: null, uncounted: true };
  if (marks.includes(wanted)) return { doubt: null, uncounted: false };
  const reason = `it is number ${marks.join(", ")}, not ${wanted}`;
  return { doubt: { factor: 0.3, reason, conflict: true }, uncounted: false };
};

export const fitFacets = (purpose: Purpose, candidate: ControlDescriptor, field: FieldReading): FacetFit => {
  const { doubt, uncounted } = countDoubt(purpose, field);
  const doubts = [
    ...facetNames.map((facet) => facetDoubt(facet, purpose, field)),
    repeatDoubt(purpose, candidate, field),
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

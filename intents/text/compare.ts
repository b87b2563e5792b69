import type { ActionToken } from "../lexicon/actions.ts";
import { softSubmits, submitFamily } from "../lexicon/actions.ts";
import { meaningLikeness } from "../lexicon/related.ts";
import type { Unit } from "./analyse.ts";

/** How a label answers a purpose. */
export interface Comparison {
  /** 0 to 0.9: exact equality of the texts is decided elsewhere and beats all of these. */
  readonly value: number;
  /** Both speak of the same things and of nothing else. */
  readonly same: boolean;
  /** Words of the purpose that the label answers. */
  readonly shared: readonly string[];
  /** Telling words of the purpose that neither the label nor its surroundings answer. */
  readonly open: readonly string[];
}

// A label is short, so what it adds tells more than what the purpose adds.
const purposeShare = 0.35;
const labelShare = 0.65;
const partialCeiling = 0.8;
const sameValue = 0.9;
// Both sides name something else besides what they share: "applicant's name" and "pet's name".
const differentQualifiers = 0.75;
const withoutHead = 0.5;

const best = <A, B>(left: Iterable<A>, right: ReadonlySet<B>, likeness: (a: A, b: B) => number): number => {
  let found = 0;
  for (const a of left) for (const b of right) found = Math.max(found, likeness(a, b));
  return found;
};

/** A button that only says "submit" ends any form; a purpose that only says so takes any such button. */
const actionLikeness = (a: ActionToken, b: ActionToken): number => {
  if (a === b) return 1;
  const generic = a === "submit" || b === "submit";
  if (generic && submitFamily.has(a) && submitFamily.has(b)) return 0.75;
  return softSubmits.has(a) && softSubmits.has(b) ? 0.6 : 0;
};

const synonyms: ReadonlySet<string> = new Set(
  [
    "day date",
    "picture photo",
    "photo image",
    "picture image",
    "kid child",
    "mobil cell",
    "no number",
    "nr number",
    "num number",
    "kilogram kg",
  ].flatMap((pair) => [pair, pair.split(" ").reverse().join(" ")]),
);

const unitLikeness = (a: Unit, b: Unit): number => {
  const meaning = best(a.meanings, b.meanings, meaningLikeness);
  const action = best(a.actions, b.actions, actionLikeness);
  const word = a.word === b.word || synonyms.has(`${a.word} ${b.word}`) ? 1 : 0;
  return Math.max(meaning, action, word);
};

const nearest = (unit: Unit, others: readonly Unit[]): number =>
  others.reduce((found, other) => Math.max(found, unitLikeness(unit, other)), 0);

const weightOf = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + unit.weight, 0);

const coverage = (units: readonly Unit[], likeness: (unit: Unit) => number): number => {
  const total = weightOf(units);
  return total === 0 ? 0 : units.reduce((sum, unit) => sum + unit.weight * likeness(unit), 0) / total;
};

const telling = ({ weight }: Unit): boolean => weight >= 1;

const specific = (units: readonly Unit[]): boolean => units.some(telling);

/** What a purpose is about: its head, and where that is a word like "number", the first telling word after it. */
export interface Head {
  readonly unit: Unit | null;
  readonly after: Unit | null;
}

const answersHead = (
  { unit, after }: Head,
  purpose: readonly Unit[],
  byLabel: (unit: Unit) => number,
  answered: (unit: Unit) => number,
): boolean => {
  const holds = (wanted: Unit): boolean => answered(wanted) >= 0.5;
  if (unit === null) return true;
  if (telling(unit) || after === null) return holds(unit);
  // "Code of the house door" may be "Door code", but a bare "Number" is not "number of nights".
  return holds(after) || (byLabel(unit) > 0 && purpose.some((other) => telling(other) && holds(other)));
};

/**
 * Compares what a purpose and a label speak of. `context` is what stands around the control (groups, headers): it may answer
 * words of the purpose but never identifies the control by itself.
 */
export const compareUnits = (
  purpose: readonly Unit[],
  label: readonly Unit[],
  context: readonly Unit[],
  head: Head,
): Comparison => {
  const byLabel = (unit: Unit): number => nearest(unit, label);
  const answered = (unit: Unit): number => Math.max(byLabel(unit), nearest(unit, context));
  const shared = purpose.filter((unit) => byLabel(unit) > 0);
  if (shared.length === 0) return { value: 0, same: false, shared: [], open: [] };
  const words = shared.map(({ word }) => word);
  const inPurpose = (unit: Unit): number => nearest(unit, purpose);
  const openPurpose = purpose.filter((unit) => answered(unit) === 0);
  const openLabel = label.filter((unit) => inPurpose(unit) === 0);
  const exact = (unit: Unit, likeness: number): boolean => likeness >= 0.99 || unit.weight === 0;
  if (
    purpose.every((unit) => exact(unit, byLabel(unit))) &&
    label.every((unit) => exact(unit, inPurpose(unit)))
  ) {
    return { value: sameValue, same: true, shared: words, open: [] };
  }
  const partial =
    partialCeiling * (purposeShare * coverage(purpose, answered) + labelShare * coverage(label, inPurpose));
  const apart = specific(openLabel) && openPurpose.length > 0 ? partial * differentQualifiers : partial;
  const value = answersHead(head, purpose, byLabel, answered) ? apart : Math.min(apart, withoutHead);
  return { value, same: false, shared: words, open: openPurpose.filter(telling).map(({ word }) => word) };
};

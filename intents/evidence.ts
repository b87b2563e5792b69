import type { ControlKind } from "../runtime/contract/controls.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { isNamed } from "./candidate.ts";
import type { FieldReading } from "./fieldReading.ts";
import { type Meaning, meaningOfAutocomplete } from "./lexicon/meanings.ts";
import { meaningLikeness } from "./lexicon/related.ts";
import type { Unit } from "./text/analyse.ts";
import { type Comparison, compareUnits } from "./text/compare.ts";
import type { Purpose } from "./text/purpose.ts";

/** One sign that a control is what the purpose asks for. */
export interface Sign {
  readonly value: number;
  readonly reason: string;
  readonly exact: boolean;
  readonly of: "text" | "autocomplete" | "type" | "attributes" | "options";
  readonly comparison: Comparison;
}

const nothing: Comparison = { value: 0, same: false, shared: [], open: [] };
const quoted = (text: string): string => `"${text.replace(/\s+/gu, " ").trim().slice(0, 80)}"`;

/** A bare "Name" beside a field for the given name is the family name, and the other way round (Nom, Nombre, Ad). */
const settleName =
  (complements: ReadonlySet<Meaning>) =>
  (unit: Unit): Unit => {
    const { meanings } = unit;
    if (!meanings.has("name") || meanings.size === 1) return unit;
    if (meanings.has("family-name") && complements.has("given-name")) {
      return { ...unit, meanings: new Set(["family-name"] as const) };
    }
    if (meanings.has("given-name") && complements.has("family-name")) {
      return { ...unit, meanings: new Set(["given-name"] as const) };
    }
    return { ...unit, meanings: new Set(["name"] as const) };
  };

const textSigns = (purpose: Purpose, field: FieldReading, complements: ReadonlySet<Meaning>): Sign[] =>
  field.texts.map(({ source, text, trust, whole, analysis }): Sign => {
    const units = analysis.units.map(settleName(complements));
    const comparison = compareUnits(purpose.units, units, field.context, purpose.head);
    const equal = whole && analysis.key !== "" && analysis.key === purpose.key;
    // The word is the same, but in this form it means only part of the name.
    const exact = equal && (units.length === 0 || comparison.same);
    return {
      value: (exact ? 1 : comparison.value) * trust,
      reason: exact
        ? `${source} ${quoted(text)} is the purpose`
        : `${source} ${quoted(text)} answers ${comparison.shared.join(", ")}`,
      exact: exact && trust === 1,
      of: "text",
      comparison,
    };
  });

const typeMeanings: Partial<Record<ControlKind, Meaning>> = {
  email: "email",
  tel: "tel",
  password: "password",
  url: "url",
  search: "search-query",
};

const meaningSign = (
  purpose: Purpose,
  meaning: Meaning | null | undefined,
  context: readonly Unit[],
  of: "autocomplete" | "type",
  trust: number,
): Sign[] => {
  if (meaning === null || meaning === undefined) return [];
  const unit: Unit = { word: `@${meaning}`, meanings: new Set([meaning]), actions: new Set(), weight: 2 };
  const comparison = compareUnits(purpose.units, [unit], context, purpose.head);
  return [{ value: comparison.value * trust, reason: `${of} says ${meaning}`, exact: false, of, comparison }];
};

const attributeSign = (purpose: Purpose, { attributes, texts, context }: FieldReading): Sign => {
  const comparison = compareUnits(purpose.units, attributes.units, context, purpose.head);
  const trust = texts.length > 0 ? 0.5 : 0.75;
  const reason = `its attributes answer ${comparison.shared.join(", ")}`;
  return { value: comparison.value * trust, reason, exact: false, of: "attributes", comparison };
};

const optionSign = (purpose: Purpose, { options, context }: FieldReading): Sign => {
  const best = options
    .map((units) => compareUnits(purpose.units, units, context, purpose.head))
    .reduce((found, next) => (next.value > found.value ? next : found), nothing);
  return {
    value: best.value * 0.5,
    reason: `an option answers ${best.shared.join(", ")}`,
    exact: false,
    of: "options",
    comparison: best,
  };
};

const purposeMeanings = (purpose: Purpose): Meaning[] =>
  purpose.units.flatMap(({ meanings }) => [...meanings]);

const related = (meanings: Iterable<Meaning>, purpose: Purpose): boolean =>
  [...meanings].some((meaning) =>
    purposeMeanings(purpose).some((wanted) => meaningLikeness(meaning, wanted) >= 0.3),
  );

/** Whether what a person reads on the control means something known that is not what the purpose means. */
export const meansAnother = (purpose: Purpose, { own }: FieldReading): boolean =>
  purposeMeanings(purpose).length > 0 && own.meanings.length > 0 && !related(own.meanings, purpose);

/** Whether `autocomplete` says something known that is not what the purpose means. */
export const declaresAnother = (purpose: Purpose, candidate: ControlDescriptor): boolean => {
  const declared = meaningOfAutocomplete(candidate.autocomplete);
  return declared !== null && purposeMeanings(purpose).length > 0 && !related([declared], purpose);
};

/** All signs that a field is meant, strongest first; none is believed beyond its source. */
export const fieldSigns = (
  purpose: Purpose,
  candidate: ControlDescriptor,
  field: FieldReading,
  complements: ReadonlySet<Meaning>,
): Sign[] => {
  // What a person reads outweighs what the page declares to machines.
  const doubt = meansAnother(purpose, field) ? 0.4 : 1;
  const unread = isNamed(candidate) ? 0.95 : 1;
  const declared = meaningOfAutocomplete(candidate.autocomplete);
  const type = typeMeanings[candidate.kind];
  return [
    ...textSigns(purpose, field, complements),
    ...meaningSign(purpose, declared, field.context, "autocomplete", 0.95 * doubt * unread),
    ...meaningSign(purpose, type, field.context, "type", 0.85 * doubt * unread),
    attributeSign(purpose, field),
    optionSign(purpose, field),
  ]
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
};

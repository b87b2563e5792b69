import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { isNamed } from "./candidate.ts";
import { fieldTexts, identifyingTexts, readingsOf } from "./fieldTexts.ts";
import { asksToLeaveEmpty, asksToRepeat, ordinalsIn, type Poles, polesIn } from "./lexicon/marks.ts";
import type { Meaning } from "./lexicon/meanings.ts";
import { type Analysis, analyse, type Unit } from "./text/analyse.ts";
import { attributeWordsOf, wordsOf } from "./text/words.ts";

/** One reading of one text on or beside a control. */
export interface ReadText {
  readonly source: string;
  readonly text: string;
  readonly trust: number;
  /** The text as it stands, not a part of it. */
  readonly whole: boolean;
  readonly analysis: Analysis;
}

interface Marked {
  readonly poles: Poles;
  readonly ordinals: readonly number[];
}

/** Everything about a field that does not depend on the purpose. */
export interface FieldReading {
  readonly texts: readonly ReadText[];
  /** What its groups, headers and neighbours speak of. */
  readonly context: readonly Unit[];
  readonly own: Marked & { readonly repeats: boolean; readonly meanings: readonly Meaning[] };
  /** Innermost first: the nearest legend decides. */
  readonly groups: readonly Marked[];
  /** From the section tokens of `autocomplete`. */
  readonly declared: Poles;
  readonly attributes: { readonly units: readonly Unit[]; readonly poles: Poles; readonly repeats: boolean };
  readonly options: readonly (readonly Unit[])[];
  readonly asksToLeaveEmpty: boolean;
}

const optionsRead = 30;
const sections: ReadonlySet<string> = new Set(["billing", "shipping", "home", "work"]);

const marked = (words: readonly string[]): Marked => ({
  poles: polesIn(words),
  ordinals: ordinalsIn(words).map(({ value }) => value),
});

const unitsIn = (text: string): readonly Unit[] => analyse(text, "field").units;

const readTexts = (candidate: ControlDescriptor): ReadText[] =>
  fieldTexts(candidate).flatMap(({ source, text, trust }) =>
    readingsOf(text).map((reading) => ({
      source,
      text,
      trust: trust * reading.trust,
      whole: reading.trust === 1,
      analysis: analyse(reading.text, "field"),
    })),
  );

const read = (candidate: ControlDescriptor): FieldReading => {
  const own = identifyingTexts(candidate);
  const analyses = own.map((text) => analyse(text, "field"));
  const around = [...candidate.tableHeaders, ...candidate.groups.toReversed()];
  const attributes = candidate.attributeWords.flatMap(attributeWordsOf);
  const { name, label, placeholder, description, nearText } = candidate;
  return {
    texts: readTexts(candidate),
    context: [...around, ...(isNamed(candidate) ? [nearText] : [])].flatMap(unitsIn),
    own: {
      ...marked(own.flatMap(wordsOf)),
      repeats: analyses.some(({ repeats }) => repeats) || analyse(placeholder, "field").repeats,
      meanings: analyses.flatMap(({ units }) => units.flatMap(({ meanings }) => [...meanings])),
    },
    groups: around.map((text) => marked(wordsOf(text))),
    declared: polesIn(wordsOf(candidate.autocomplete).filter((word) => sections.has(word))),
    attributes: {
      units: unitsIn(attributes.join(" ")),
      poles: polesIn(attributes),
      repeats: asksToRepeat(attributes),
    },
    options: candidate.options.slice(0, optionsRead).map((option) => unitsIn(option.label)),
    asksToLeaveEmpty: [name, label, placeholder, description, nearText].some((text) =>
      asksToLeaveEmpty(wordsOf(text)),
    ),
  };
};

// A form of many fields asks for each of them over the same controls; descriptors never change.
const known = new WeakMap<ControlDescriptor, FieldReading>();

export const readField = (candidate: ControlDescriptor): FieldReading => {
  const found = known.get(candidate);
  if (found !== undefined) return found;
  const reading = read(candidate);
  known.set(candidate, reading);
  return reading;
};

import { isUnspaced, stem, wordsOf } from "../text/words.ts";
import {
  type FacetName,
  facets,
  leaveEmptyPhrases,
  ordinalPhrases,
  repeatPhrases,
  yesNoPhrases,
} from "./facets.ts";

interface Mark {
  readonly text: string;
  readonly edge: boolean;
  readonly unspaced: boolean;
}

const markOf = (phrase: string): Mark => {
  const edge = phrase.startsWith("^");
  const words = wordsOf(edge ? phrase.slice(1) : phrase);
  return { text: words.join(" "), edge, unspaced: words.length === 1 && isUnspaced(phrase) };
};

const marksOf = (phrases: string): Mark[] => phrases.split("|").map(markOf);

const stands = (mark: Mark, padded: string): boolean => {
  if (mark.unspaced) return padded.includes(mark.text);
  if (mark.edge) return padded.startsWith(` ${mark.text} `) || padded.endsWith(` ${mark.text} `);
  return padded.includes(` ${mark.text} `);
};

const padded = (words: readonly string[]): string => ` ${words.join(" ")} `;

const repeatMarks = marksOf(repeatPhrases);
const leaveEmptyMarks = marksOf(leaveEmptyPhrases);
const yesNoMarks = marksOf(yesNoPhrases);
const ordinalMarks = ordinalPhrases.map(marksOf);

/** Names of all facets, in a fixed order. */
export const facetNames: readonly FacetName[] = [
  "address",
  "place",
  "range",
  "journey",
  "bound",
  "age",
  "party",
  "person",
];

const facetMarks = new Map(
  facetNames.map((name) => [
    name,
    Object.entries<string>(facets[name]).map(([pole, phrases]) => ({ pole, marks: marksOf(phrases) })),
  ]),
);

/** The poles of a facet that the words of a text name. */
export const polesIn = (facet: FacetName, words: readonly string[]): ReadonlySet<string> => {
  const text = padded(words);
  const named = (facetMarks.get(facet) ?? []).filter(({ marks }) => marks.some((mark) => stands(mark, text)));
  return new Set(named.map(({ pole }) => pole));
};

const singleWords = facetNames.flatMap((facet) =>
  (facetMarks.get(facet) ?? []).flatMap(({ pole, marks }) =>
    marks
      .filter(({ text, edge }) => !edge && !text.includes(" "))
      .map(({ text, unspaced }) => ({ text, unspaced, pole: `${facet}.${pole}` })),
  ),
);
// The first pole that claims a word keeps it.
const poleWords = new Map(singleWords.toReversed().map(({ text, pole }) => [text, pole]));

/** One word for all words of a pole in every language, or null. */
export const poleOf = (word: string): string | null => poleWords.get(word) ?? null;

/** Pole words of scripts without spaces, to be found inside a run. */
export const unspacedPoles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  singleWords.filter(({ unspaced }) => unspaced).map(({ text, pole }) => [text, new Set([pole])]),
);

const repeatWords = new Set(
  repeatMarks.filter(({ text }) => !text.includes(" ")).flatMap(({ text }) => [text, stem(text)]),
);

/** Whether a word, or its stem, says "once more". */
export const isRepeatWord = (word: string): boolean => repeatWords.has(word);

const anyOf =
  (marks: readonly Mark[]) =>
  (words: readonly string[]): boolean =>
    marks.some((mark) => stands(mark, padded(words)));

/** Whether the words ask for the same thing once more. */
export const asksToRepeat = anyOf(repeatMarks);
const saysLeaveEmpty = anyOf(leaveEmptyMarks);
// "Leave blank if same as above" is an honest field; "if you are human" is not.
const conditions: ReadonlySet<string> = new Set(
  "if unless to when until wenn falls sofern si sauf se als".split(" "),
);

/** Whether the words tell people to leave the field empty, as traps for robots do. */
export const asksToLeaveEmpty = (words: readonly string[]): boolean =>
  saysLeaveEmpty(words) && (words.includes("human") || !words.some((word) => conditions.has(word)));
/** Whether the words ask for a box to be ticked. */
export const asksYesOrNo = anyOf(yesNoMarks);

const counted =
  /\b(?:step|schritt|etape|paso|passo|stap|krok|adim|page|seite|шаг)\b|\d+ (?:of|von|de|di|van|z|iz) \d+/u;

/** The words that say "the n-th", with their value; step counters of wizards are none. */
export const ordinalsIn = (words: readonly string[]): readonly { word: string; value: number }[] => {
  if (counted.test(words.join(" "))) return [];
  return words.flatMap((word) => {
    const spelled = ordinalMarks.findIndex((marks) =>
      marks.some((mark) => (mark.unspaced ? word.includes(mark.text) : mark.text === word)),
    );
    if (spelled >= 0) return [{ word, value: spelled + 1 }];
    return /^#?[1-9]$/u.test(word) ? [{ word, value: Number(word.replace("#", "")) }] : [];
  });
};

import { isUnspaced, stem, wordsOf } from "../text/words.ts";
import {
  type FacetName,
  facets,
  leaveEmptyPhrases,
  ordinalPhrases,
  repeatPhrases,
  yesNoPhrases,
} from "./facets.ts";

/** Phrases sorted by how they are found, each with what it stands for. */
interface Marks<Sense> {
  readonly words: ReadonlyMap<string, readonly Sense[]>;
  readonly edges: ReadonlyMap<string, readonly Sense[]>;
  readonly phrases: readonly (readonly [string, Sense])[];
  readonly unspaced: readonly (readonly [string, Sense])[];
}

const group = <Sense>(pairs: readonly (readonly [string, Sense])[]): Map<string, Sense[]> => {
  const found = new Map<string, Sense[]>();
  for (const [key, sense] of pairs) found.set(key, [...(found.get(key) ?? []), sense]);
  return found;
};

const marksOf = <Sense>(lists: readonly (readonly [string, Sense])[]): Marks<Sense> => {
  const all = lists.flatMap(([phrases, sense]) =>
    phrases.split("|").map((phrase) => {
      const words = wordsOf(phrase.replace("^", ""));
      const single = words.length === 1;
      return {
        pair: [words.join(" "), sense] as const,
        edge: phrase.startsWith("^"),
        single,
        unspaced: single && isUnspaced(phrase),
      };
    }),
  );
  const pick = (fits: (mark: (typeof all)[number]) => boolean) => all.filter(fits).map(({ pair }) => pair);
  return {
    words: group(pick(({ edge, single, unspaced }) => single && !edge && !unspaced)),
    edges: group(pick(({ edge }) => edge)),
    phrases: pick(({ edge, single }) => !single && !edge),
    unspaced: pick(({ unspaced }) => unspaced),
  };
};

/** Everything the marks find in a text, with repetitions. */
const sensesIn = <Sense>(marks: Marks<Sense>, words: readonly string[]): Sense[] => {
  const text = ` ${words.join(" ")} `;
  const runs = words.filter(isUnspaced);
  return [
    ...words.flatMap((word) => marks.words.get(word) ?? []),
    ...[words[0] ?? "", words.at(-1) ?? ""].flatMap((word) => marks.edges.get(word) ?? []),
    ...marks.phrases.filter(([phrase]) => text.includes(` ${phrase} `)).map(([, sense]) => sense),
    ...marks.unspaced
      .filter(([phrase]) => runs.some((run) => run.includes(phrase)))
      .map(([, sense]) => sense),
  ];
};

interface Pole {
  readonly facet: FacetName;
  readonly pole: string;
}

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

const poleMarks = marksOf(
  facetNames.flatMap((facet) =>
    Object.entries<string>(facets[facet]).map(([pole, phrases]): readonly [string, Pole] => [
      phrases,
      { facet, pole },
    ]),
  ),
);
const repeatMarks = marksOf([[repeatPhrases, true]]);
const leaveEmptyMarks = marksOf([[leaveEmptyPhrases, true]]);
const yesNoMarks = marksOf([[yesNoPhrases, true]]);
const ordinalMarks = marksOf(
  ordinalPhrases.map((phrases, index): readonly [string, number] => [phrases, index + 1]),
);

/** The poles a text names, by facet. */
export type Poles = ReadonlyMap<FacetName, ReadonlySet<string>>;

export const polesIn = (words: readonly string[]): Poles => {
  const found = new Map<FacetName, Set<string>>();
  for (const { facet, pole } of sensesIn(poleMarks, words)) {
    found.set(facet, (found.get(facet) ?? new Set()).add(pole));
  }
  return found;
};

const canonical = ({ facet, pole }: Pole): string => `${facet}.${pole}`;

/** One word for all words of a pole in every language, or null; the first pole that claims a word keeps it. */
export const poleOf = (word: string): string | null => {
  const [first] = poleMarks.words.get(word) ?? [];
  const claim = first ?? poleMarks.unspaced.find(([phrase]) => phrase === word)?.[1];
  return claim === undefined ? null : canonical(claim);
};

/** Pole words of scripts without spaces, to be found inside a run. */
export const unspacedPoles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  poleMarks.unspaced.map(([phrase, pole]) => [phrase, new Set([canonical(pole)])]),
);

const repeatWords: ReadonlySet<string> = new Set(
  [...repeatMarks.words.keys(), ...repeatMarks.unspaced.map(([phrase]) => phrase)].flatMap((word) => [
    word,
    stem(word),
  ]),
);

/** Whether a word, or its stem, says "once more". */
export const isRepeatWord = (word: string): boolean => repeatWords.has(word);

/** Whether the words ask for the same thing once more. */
export const asksToRepeat = (words: readonly string[]): boolean => sensesIn(repeatMarks, words).length > 0;

/** Whether the words ask for a box to be ticked. */
export const asksYesOrNo = (words: readonly string[]): boolean => sensesIn(yesNoMarks, words).length > 0;

// "Leave blank if same as above" is an honest field; "if you are human" is not.
const conditions: ReadonlySet<string> = new Set(
  "if unless to when until wenn falls sofern si sauf se als".split(" "),
);

/** Whether the words tell people to leave the field empty, as traps for robots do. */
export const asksToLeaveEmpty = (words: readonly string[]): boolean =>
  sensesIn(leaveEmptyMarks, words).length > 0 &&
  (words.includes("human") || !words.some((word) => conditions.has(word)));

const counted =
  /\b(?:step|schritt|etape|paso|passo|stap|krok|adim|page|seite|шаг)\b|\d+ (?:of|von|de|di|van|z|iz) \d+/u;

/** The words that say "the n-th", with their value; step counters of wizards are none. */
export const ordinalsIn = (words: readonly string[]): readonly { word: string; value: number }[] => {
  const found = words.flatMap((word) => {
    const [spelled] = sensesIn(ordinalMarks, [word]);
    if (spelled !== undefined) return [{ word, value: spelled }];
    return /^#?[1-9]$/u.test(word) ? [{ word, value: Number(word.replace("#", "")) }] : [];
  });
  return found.length > 0 && counted.test(words.join(" ")) ? [] : found;
};

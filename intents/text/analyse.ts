import type { ActionToken } from "../lexicon/actions.ts";
import { asksToRepeat, isRepeatWord, ordinalsIn, poleOf, unspacedPoles } from "../lexicon/marks.ts";
import type { Meaning } from "../lexicon/meanings.ts";
import { contentWords, cutRun, type PhraseIndex, wholeKey, windowKey } from "../lexicon/phraseIndex.ts";
import { actionWords, fieldWords } from "../lexicon/vocabularies.ts";
import { labelKey } from "./normalise.ts";
import { genericWords, neutralWords } from "./stopWords.ts";
import { bigramsOf, isUnspaced, stem, wordsOf } from "./words.ts";

/** One thing a text speaks of: a known meaning in any language, or a plain word. */
export interface Unit {
  readonly word: string;
  readonly meanings: ReadonlySet<Meaning>;
  readonly actions: ReadonlySet<ActionToken>;
  /** How much it tells about which control is meant. */
  readonly weight: number;
}

export interface Analysis {
  readonly key: string;
  readonly words: readonly string[];
  readonly units: readonly Unit[];
  readonly ordinals: readonly number[];
  readonly repeats: boolean;
}

export type Vocabulary = "field" | "action";

const none: ReadonlySet<never> = new Set();
const weights = { meaning: 2, commonMeaning: 1, action: 2, word: 1, neutral: 0.4, generic: 0.4 } as const;
/** Meanings that need the other words to tell which one: every person and thing has a name. */
const common: ReadonlySet<Meaning> = new Set(["name", "quantity", "about", "reason"]);
// "Now" and "here" on a button say nothing; the amount on "Pay 24.00" is not what it does.
const buttonFillers: ReadonlySet<string> = new Set([
  "now",
  "form",
  "page",
  "all",
  "jetzt",
  "ahora",
  "agora",
  "maintenant",
]);

const plainUnit = (word: string): Unit => {
  const pole = poleOf(word);
  if (pole !== null) return { word: pole, meanings: none, actions: none, weight: weights.word };
  const stemmed = stem(word);
  const weight = genericWords.has(stemmed)
    ? weights.generic
    : neutralWords.has(stemmed)
      ? weights.neutral
      : weights.word;
  return { word: stemmed, meanings: none, actions: none, weight };
};

const meaningUnit = (word: string, meanings: ReadonlySet<Meaning>): Unit => ({
  word,
  meanings,
  actions: none,
  weight: [...meanings].some((meaning) => common.has(meaning)) ? weights.commonMeaning : weights.meaning,
});

const actionUnit = (word: string, actions: ReadonlySet<ActionToken>): Unit => ({
  word,
  meanings: none,
  actions,
  weight: weights.action,
});

interface Lookup<Token extends string> {
  readonly index: PhraseIndex<Token>;
  readonly unit: (word: string, tokens: ReadonlySet<Token>) => Unit;
}

const fieldLookup: Lookup<Meaning> = { index: fieldWords, unit: meaningUnit };
const actionLookup: Lookup<ActionToken> = { index: actionWords, unit: actionUnit };

const lookWindow = <Token extends string>(lookup: Lookup<Token>, words: readonly string[]): Unit | null => {
  const key = windowKey(words);
  const tokens = lookup.index.windows.get(key);
  return tokens === undefined ? null : lookup.unit(key, tokens);
};

// What the lexicon leaves of a run may still name a pole: 配送先の住所 is a shipping address.
const cutPoles = (run: string): Unit[] =>
  cutRun(run, unspacedPoles).flatMap(({ text, tokens }) =>
    tokens === null ? bigramsOf(text).map(plainUnit) : [plainUnit(text)],
  );

const lookRun = <Token extends string>(lookup: Lookup<Token>, run: string): Unit[] =>
  cutRun(run, lookup.index.unspaced).flatMap(({ text, tokens }) =>
    tokens === null ? cutPoles(text) : [lookup.unit(text, tokens)],
  );

const longest = Math.max(fieldWords.longestWindow, actionWords.longestWindow);

const unitsOf = (words: readonly string[], vocabulary: Vocabulary): Unit[] => {
  const units: Unit[] = [];
  for (let at = 0; at < words.length; ) {
    const { found, length } = longestFrom(words, at, vocabulary);
    units.push(...found);
    at += length;
  }
  return distinct(units);
};

const longestFrom = (
  words: readonly string[],
  at: number,
  vocabulary: Vocabulary,
): { found: Unit[]; length: number } => {
  const word = words[at] ?? "";
  if (isUnspaced(word)) {
    const asAction = vocabulary === "action" ? lookRun(actionLookup, word) : [];
    const known = asAction.some(({ actions }) => actions.size > 0);
    return { found: known ? asAction : lookRun(fieldLookup, word), length: 1 };
  }
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const window = words.slice(at, at + length);
    const found =
      (vocabulary === "action" ? lookWindow(actionLookup, window) : null) ?? lookWindow(fieldLookup, window);
    if (found !== null) return { found: [found], length };
  }
  return { found: [plainUnit(word)], length: 1 };
};

const identity = (unit: Unit): string => {
  const tokens = [...unit.meanings, ...unit.actions];
  return tokens.length === 0 ? unit.word : `@${tokens.sort().join(" ")}`;
};

const distinct = (units: readonly Unit[]): Unit[] => [
  ...new Map(units.map((unit) => [identity(unit), unit])).values(),
];

const lookWhole = (words: readonly string[], vocabulary: Vocabulary): Unit[] => {
  const key = wholeKey(words);
  const run = words.length === 1 && isUnspaced(key) ? key : "";
  const meaning = new Set([
    ...(fieldWords.whole.get(key) ?? []),
    ...(fieldWords.windows.get(key) ?? []),
    ...(fieldWords.unspaced.get(run) ?? []),
  ]);
  const action = actionWords.whole.get(key);
  if (vocabulary === "action") return action === undefined ? [] : [actionUnit(key, action)];
  return fieldWords.whole.has(key) ? [meaningUnit(key, meaning)] : [];
};

const fillers = (vocabulary: Vocabulary, words: readonly string[]): string[] => {
  if (vocabulary === "field") return [...words];
  const kept = words.filter((word) => !buttonFillers.has(word) && !/^\d+$/u.test(word));
  return kept.length === 0 ? [...words] : kept;
};

/** Reads a label, a purpose or a button's name; `meanings` are those of every language at once. */
export const analyse = (text: string, vocabulary: Vocabulary): Analysis => {
  const words = wordsOf(text);
  const whole = lookWhole(words, vocabulary);
  const content = contentWords(fillers(vocabulary, words));
  const all = whole.length > 0 ? whole : unitsOf(content.length === 0 ? words : content, vocabulary);
  const ordinals = whole.length > 0 ? [] : ordinalsIn(words);
  const counting = new Set(ordinals.map(({ word }) => stem(word)));
  const repeats =
    vocabulary === "field" &&
    asksToRepeat(words) &&
    !all.some(({ meanings }) => meanings.has("one-time-code"));
  // Repetition and order are compared by themselves, not as words.
  const units = all.filter(
    ({ word, meanings }) => meanings.size > 0 || !(counting.has(word) || (repeats && isRepeatWord(word))),
  );
  const spoken = new Set(all.map(({ word }) => word));
  return {
    key: labelKey(text),
    words,
    units,
    // "First" of "first name" was taken by the name.
    ordinals: ordinals.filter(({ word }) => spoken.has(stem(word))).map(({ value }) => value),
    repeats,
  };
};

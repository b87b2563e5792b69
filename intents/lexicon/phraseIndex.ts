import { stopWords, unspacedStops } from "../text/stopWords.ts";
import { isUnspaced, stem, wordsOf } from "../text/words.ts";
import { languages, type Theme } from "./meanings.ts";

/** Phrases of a lexicon, ready to be found in texts. */
export interface PhraseIndex<Token extends string> {
  /** Content words of a phrase, sorted, to what it means: "name of the company" is "company name". */
  readonly windows: ReadonlyMap<string, ReadonlySet<Token>>;
  /** All words of a text that means something only when it stands alone. */
  readonly whole: ReadonlyMap<string, ReadonlySet<Token>>;
  /** Phrases of scripts without spaces, found inside a run. */
  readonly unspaced: ReadonlyMap<string, ReadonlySet<Token>>;
  readonly longestWindow: number;
}

// "Name of the first passenger" is no first name: these words belong to the one after them.
const orderMatters: ReadonlySet<string> = new Set(["first", "second", "last", "middle"]);

export const windowKey = (words: readonly string[]): string => {
  const stems = words.map(stem);
  return (stems.some((word) => orderMatters.has(word)) ? stems : stems.sort()).join(" ");
};
export const wholeKey = (words: readonly string[]): string => words.map(stem).join(" ");

export const contentWords = (words: readonly string[]): string[] =>
  words.filter((word) => !stopWords.has(word));

const put = <Token extends string>(map: Map<string, Set<Token>>, key: string, token: Token): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([token]));
  else known.add(token);
};

/** Builds the index of some themes; the order of tokens and languages does not matter. */
export const indexPhrases = <Token extends string>(
  tokens: readonly Token[],
  themes: readonly Theme<Token>[],
): PhraseIndex<Token> => {
  const windows = new Map<string, Set<Token>>();
  const whole = new Map<string, Set<Token>>();
  const unspaced = new Map<string, Set<Token>>();
  let longestWindow = 1;
  const add = (token: Token, phrase: string): void => {
    const alone = phrase.startsWith("=");
    const words = wordsOf(alone ? phrase.slice(1) : phrase);
    const content = contentWords(words);
    if (words.length === 0) return;
    if (alone || content.length === 0) put(whole, wholeKey(words), token);
    else if (words.length === 1 && isUnspaced(phrase)) put(unspaced, words[0] ?? "", token);
    else put(windows, windowKey(content), token);
    if (!alone) longestWindow = Math.max(longestWindow, content.length);
  };
  for (const theme of themes)
    for (const token of tokens)
      for (const language of languages)
        for (const phrase of (theme[token]?.[language] ?? "").split("|"))
          if (phrase !== "") add(token, phrase);
  return { windows, whole, unspaced, longestWindow };
};

/** Runs of an unspaced script cut at known phrases, longest first; what is left stays as it stands. */
export const cutRun = <Token extends string>(
  run: string,
  phrases: ReadonlyMap<string, ReadonlySet<Token>>,
): { text: string; tokens: ReadonlySet<Token> | null }[] => {
  const points = [...run];
  const pieces: { text: string; tokens: ReadonlySet<Token> | null }[] = [];
  let rest = "";
  const flush = (): void => {
    if (rest !== "") pieces.push({ text: rest, tokens: null });
    rest = "";
  };
  for (let at = 0; at < points.length; ) {
    const found = longestAt(points, at, phrases);
    if (found.text === "") {
      rest += points[at] ?? "";
      at += 1;
      continue;
    }
    flush();
    if (!found.stop) pieces.push({ text: found.text, tokens: phrases.get(found.text) ?? null });
    at += [...found.text].length;
  }
  flush();
  return pieces;
};

const longestRun = 12;

const longestAt = (
  points: readonly string[],
  at: number,
  phrases: ReadonlyMap<string, unknown>,
): { text: string; stop: boolean } => {
  for (let length = Math.min(longestRun, points.length - at); length > 0; length -= 1) {
    const text = points.slice(at, at + length).join("");
    // One character means something only by itself: 姓 is a surname, but not inside another word.
    if (phrases.has(text) && (length > 1 || points.length === 1)) return { text, stop: false };
    if (unspacedStops.includes(text)) return { text, stop: true };
  }
  return { text: "", stop: false };
};

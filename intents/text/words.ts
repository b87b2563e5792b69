import { readableStart } from "./clip.ts";
import { plainText } from "./normalise.ts";

const particles =
  /\b(sign|log|check|opt|pick|drop|set|follow|pay|top|wrap)[ -](in|up|out|off|on)(?![\p{L}\p{N}])/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々]+/gu;

/** True for text of scripts that do not need spaces between words. */
export const isUnspaced = (text: string): boolean => text.search(unspaced) >= 0;

const joinCompounds = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])e[-‐‑– ]?mail/gu, "email")
    .replace(particles, "$1$2")
    .replace(/(?<=[\p{Script=Hangul}\p{Script=Han}]) +(?=[\p{Script=Hangul}\p{Script=Han}])/gu, "");

/** Words of a text in order, folded; a run of an unspaced script stays one word. */
export const wordsOf = (text: string): string[] =>
  joinCompounds(plainText(readableStart(text)))
    .replace(unspaced, " $& ")
    .split(/[^\p{L}\p{M}\p{N}#]+/u)
    .filter((word) => word !== "" && word !== "#");

/** Splits `shippingAddress_line2` into words. */
export const attributeWordsOf = (text: string): string[] =>
  wordsOf(
    text
      .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
      .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
      .replace(/(?<=\p{L})(?=\d)|_/gu, " "),
  );

/** Two-character pieces of an unspaced run, so that partly equal runs can be compared. */
export const bigramsOf = (run: string): string[] => {
  const points = [...run];
  if (points.length < 2) return points;
  return points.slice(1).map((point, index) => `${points[index] ?? ""}${point}`);
};

const undouble = (word: string): string => word.replace(/([bdfgmnprt])\1$/u, "$1");

/** Light English stemming, applied alike to everything compared; Arabic loses its article. */
export const stem = (word: string): string => {
  if (word.startsWith("ال") && word.length > 4) return word.slice(2);
  if (!/^[a-z]{4,}$/u.test(word)) return word;
  if (word === "colour" || word === "colours") return "color";
  if (word === "news") return word;
  const singular = word.replace(/ies$/u, "y").replace(/(?<=[^suia])s$/u, "");
  if (singular.length < 5) return singular;
  const base = singular
    .replace(/(?:ation|ated|ate)$/u, "")
    .replace(/(?<=.{4})ion$/u, "")
    .replace(/(?<=.{3})(?:ing|ed)$/u, "");
  const known = base.length >= 3 ? base : singular;
  return (known === singular ? known : undouble(known)).replace(/(?<=.{4})e$/u, "");
};

import { asksYesOrNo, type Poles, polesIn } from "../lexicon/marks.ts";
import { type Analysis, analyse, type Unit, type Vocabulary } from "./analyse.ts";
import type { Head } from "./compare.ts";
import { relationWords } from "./stopWords.ts";
import { stem } from "./words.ts";

/** A purpose, read once for all candidates. */
export interface Purpose extends Analysis {
  readonly text: string;
  /** What the purpose is about: the noun before "of" or "for", the verb of an action. */
  readonly head: Head;
  readonly yesNo: boolean;
  readonly poles: Poles;
}

const telling = (unit: Unit): boolean => unit.weight >= 1;

const fieldHead = (analysis: Analysis): Head => {
  const relation = analysis.words.findIndex((word, index) => index > 0 && relationWords.has(word));
  const before = new Set((relation < 0 ? [] : analysis.words.slice(0, relation)).map(stem));
  const units = analysis.units;
  const leading = units.filter((unit) => unit.word.split(" ").every((word) => before.has(word)));
  if (leading.some(telling)) return { unit: leading.findLast(telling) ?? null, after: null };
  const after = units.filter((unit) => !leading.includes(unit)).find(telling) ?? null;
  if (leading.length > 0) return { unit: leading.at(-1) ?? null, after };
  return { unit: units.findLast(telling) ?? units.at(-1) ?? null, after: null };
};

const actionHead = (analysis: Analysis): Head => ({ unit: analysis.units[0] ?? null, after: null });

/** A person who writes a purpose means the whole name by "name", whatever the word can mean on some page. */
const plainName = (unit: Unit): Unit =>
  unit.meanings.has("name") && unit.meanings.size > 1
    ? { ...unit, meanings: new Set(["name"] as const) }
    : unit;

export const readPurpose = (text: string, vocabulary: Vocabulary): Purpose => {
  const raw = analyse(text, vocabulary);
  const analysis = { ...raw, units: raw.units.map(plainName) };
  return {
    ...analysis,
    text,
    head: vocabulary === "field" ? fieldHead(analysis) : actionHead(analysis),
    yesNo: asksYesOrNo(analysis.words),
    poles: polesIn(analysis.words),
  };
};

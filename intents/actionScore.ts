import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import type { Score, ScoreContext } from "./candidate.ts";
import { exclusionOf } from "./exclusion.ts";
import { hintFloor } from "./fieldScore.ts";
import { checkHints } from "./hints.ts";
import { type ActionToken, onlyByName, providers, viaWords } from "./lexicon/actions.ts";
import { type Analysis, analyse } from "./text/analyse.ts";
import { type Comparison, compareUnits } from "./text/compare.ts";
import type { Purpose } from "./text/purpose.ts";
import { isUnspaced } from "./text/words.ts";

export const actionsOf = ({ units }: Pick<Analysis, "units">): ReadonlySet<ActionToken> =>
  new Set(units.flatMap(({ actions }) => [...actions]));

const quoted = (text: string): string => `"${text.replace(/\s+/gu, " ").trim().slice(0, 80)}"`;

interface Read {
  readonly value: number;
  readonly exact: boolean;
  readonly reason: string;
  readonly comparison: Comparison;
}

const readTexts = (purpose: Purpose, candidate: ControlDescriptor): Read[] => {
  const context = candidate.groups.flatMap((group) => analyse(group, "action").units);
  const texts = [
    { source: "name", text: candidate.name, trust: 1 },
    { source: "label", text: candidate.label, trust: 1 },
    { source: "title", text: candidate.title, trust: 0.9 },
    { source: "text beside it", text: candidate.nearText, trust: 0.6 },
    { source: "description", text: candidate.description, trust: 0.6 },
  ].filter(({ text }) => text.trim() !== "");
  return texts
    .map(({ source, text, trust }): Read => {
      const label = analyse(text, "action");
      const comparison = compareUnits(purpose.units, label.units, context, purpose.head);
      const exact = label.key !== "" && label.key === purpose.key;
      const how = exact ? "is the purpose" : `answers ${comparison.shared.join(", ")}`;
      return {
        value: (exact ? 1 : comparison.value) * trust,
        exact: exact && trust === 1,
        reason: `${source} ${quoted(text)} ${how}`,
        comparison,
      };
    })
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
};

const thirdPartyActions: ReadonlySet<ActionToken> = new Set([
  "signIn",
  "signUp",
  "next",
  "pay",
  "order",
  "subscribe",
]);

const providerIn = (words: readonly string[]): string | null =>
  words.find((word) => providers.has(word)) ??
  [...providers].find((provider) => isUnspaced(provider) && words.some((word) => word.includes(provider))) ??
  null;

/** The other firm through which a button signs in or pays, or null. */
const thirdPartyOf = (name: Analysis): string | null => {
  const provider = providerIn(name.words);
  if (provider === null) return null;
  const acts = [...actionsOf(name)].some((token) => thirdPartyActions.has(token));
  const via = name.words.some((word) => viaWords.has(word));
  return acts || via || name.words.length <= 2 ? provider : null;
};

/** What the caller said by name: the purpose, and a label or exact name given as a hint. */
const askedBy = (purpose: Purpose, hints: IntentHints): readonly Analysis[] => {
  const named = hints.accessibleName;
  const exact = named !== undefined && "exact" in named ? [named.exact] : [];
  const texts = [...exact, ...(hints.label === undefined ? [] : [hints.label])];
  return [purpose, ...texts.map((text) => analyse(text, "action"))];
};

/** Why a button is not pressed for this purpose although it could be: it undoes, leaves, or goes to somebody else. */
const forbidden = (purpose: Purpose, hints: IntentHints, candidate: ControlDescriptor): string | null => {
  const name = analyse(candidate.name.trim() === "" ? candidate.label : candidate.name, "action");
  const asked = askedBy(purpose, hints);
  if (asked.some(({ key }) => key === name.key && key !== "")) return null;
  const tokens = new Set(asked.flatMap((analysis) => [...actionsOf(analysis)]));
  const unasked = name.units.find(
    ({ actions }) =>
      [...actions].some((token) => onlyByName.has(token)) && ![...actions].some((token) => tokens.has(token)),
  );
  if (unasked !== undefined) {
    const [token = "such"] = [...unasked.actions].filter((action) => onlyByName.has(action));
    return `a "${token}" button is pressed only when asked for by name`;
  }
  if (candidate.kind === "reset" && !tokens.has("reset")) return "it resets the form";
  const provider = thirdPartyOf(name);
  const named = provider === null || asked.some(({ words }) => words.some((word) => word.includes(provider)));
  return named ? null : `it goes through ${provider}, which the purpose does not name`;
};

const miscounted = 0.3;

/** Scores a button or link by what it says it does; which form it belongs to is weighed by the resolver. */
export const scoreAction = (
  purpose: Purpose,
  hints: IntentHints,
  candidate: ControlDescriptor,
  context: ScoreContext,
): Score => {
  const check = checkHints(hints, candidate, context.matches);
  const [best] = readTexts(purpose, candidate);
  const lifted = Math.max(best?.value ?? 0, hintFloor(check, false));
  const counted = analyse(candidate.name, "action").ordinals;
  const [wanted] = purpose.ordinals;
  const wrong = wanted !== undefined && counted.length > 0 && !counted.includes(wanted);
  return {
    score: wrong ? lifted * miscounted : lifted,
    reasons: [
      ...check.reasons,
      ...(best === undefined ? [] : [best.reason]),
      ...(wrong ? [`it is number ${counted.join(", ")}, not ${wanted}`] : []),
    ],
    excluded:
      exclusionOf(candidate, context.reading === true) ??
      check.failed ??
      forbidden(purpose, hints, candidate),
    exact: best?.exact === true,
    labelTier: check.labelTier,
    shared: best?.comparison.shared ?? [],
    open: best?.exact === true ? [] : (best?.comparison.open ?? []),
    uncounted: wanted !== undefined && counted.length === 0,
  };
};

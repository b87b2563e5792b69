import type { IntentHints, TextMatch } from "../runtime/contract/targets.ts";
import type { LabelledText } from "../runtime/ports/page.ts";
import type { TextMatcher } from "./candidate.ts";
import { analyse } from "./text/analyse.ts";
import { clipChars } from "./text/clip.ts";
import { compareUnits } from "./text/compare.ts";
import { labelKey, normaliseText } from "./text/normalise.ts";
import { type Purpose, readPurpose } from "./text/purpose.ts";
import { leads, reaches, thresholds } from "./thresholds.ts";

/** The text an extraction means, or null with the reason. */
export type ChosenText =
  | { readonly text: string; readonly href: string | null; readonly reasons: readonly string[] }
  | { readonly text: null; readonly href: null; readonly reasons: readonly string[] };

interface ScoredText {
  readonly item: LabelledText;
  readonly score: number;
}

const miss = (...reasons: string[]): ChosenText => ({
  text: null,
  href: null,
  reasons: reasons.map(clipReason),
});
const clipReason = (reason: string): string => clipChars(reason, 256);

const chosen = (item: LabelledText, reason: string): ChosenText => ({
  text: item.text,
  href: item.href,
  reasons: [clipReason(reason)],
});

/** What can be compared without a regex engine. */
const plainly: TextMatcher = (match: TextMatch, text: string): boolean => {
  const folded = normaliseText(text);
  if ("exact" in match) return folded === normaliseText(match.exact);
  return "contains" in match && folded.includes(normaliseText(match.contains));
};

const scoreText = (purpose: Purpose, item: LabelledText): ScoredText => {
  const label = analyse(item.label, "field");
  if (label.key !== "" && label.key === purpose.key) return { item, score: 1 };
  return { item, score: compareUnits(purpose.units, label.units, [], purpose.head).value };
};

const identity = ({ label, text, href }: LabelledText): string =>
  JSON.stringify([labelKey(label), text, href]);

/** The same piece of text found in two ways is one. */
const distinct = (items: readonly LabelledText[]): LabelledText[] =>
  [...new Map(items.toReversed().map((item) => [identity(item), item])).values()].toReversed();

const pick = (purpose: Purpose, items: readonly LabelledText[], ordinal: number | undefined): ChosenText => {
  const fitting = items
    .map((item) => scoreText(purpose, item))
    .filter(({ score }) => reaches(score, thresholds.reading));
  if (ordinal !== undefined) {
    const item = fitting[ordinal - 1]?.item;
    return item === undefined
      ? miss(`only ${fitting.length} labelled texts fit`)
      : chosen(item, `number ${ordinal} of ${fitting.length} that fit`);
  }
  const [top, next] = fitting.toSorted((a, b) => b.score - a.score);
  if (top === undefined) return miss("no label on the page answers the purpose");
  const clear = next === undefined || (top.score === 1 ? next.score < 1 : leads(top.score, next.score));
  if (!clear) return miss(`ambiguous: "${top.item.label}" and "${next.item.label}" fit alike`);
  return chosen(top.item, `label "${top.item.label}" answers the purpose`);
};

/** Chooses among labelled texts of a page: an exact label first, then the one whose label means what the purpose says. */
export const chooseText = (
  purpose: string,
  hints: IntentHints,
  labelledTexts: readonly LabelledText[],
  matches: TextMatcher = plainly,
): ChosenText => {
  const { label, accessibleName, nearText, role, ordinal } = hints;
  if (nearText !== undefined || role !== undefined) {
    return miss("a labelled text has no role and no surroundings to check; hint by its label");
  }
  const named =
    accessibleName === undefined
      ? labelledTexts
      : labelledTexts.filter((item) => matches(accessibleName, item.label));
  const labelled =
    label === undefined ? named : named.filter((item) => labelKey(item.label) === labelKey(label));
  const items = distinct(labelled);
  if (label === undefined && accessibleName === undefined)
    return pick(readPurpose(purpose, "field"), items, ordinal);
  if (items.length === 0) return miss("no label on the page fits the hint");
  const item = ordinal === undefined ? items[0] : items[ordinal - 1];
  if (item === undefined) return miss(`only ${items.length} labelled texts fit the hint`);
  if (ordinal === undefined && items.length > 1) {
    const read = pick(readPurpose(purpose, "field"), items, undefined);
    return read.text === null
      ? miss("ambiguous: several labelled texts fit the hint", ...read.reasons)
      : read;
  }
  return chosen(item, `label "${item.label}" fits the hint`);
};

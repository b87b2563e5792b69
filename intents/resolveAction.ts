import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { actionsOf, scoreAction } from "./actionScore.ts";
import { formKey, isAction, type ScoredCandidate, type TextMatcher } from "./candidate.ts";
import { decide, onlyOneThat, type Resolution } from "./decide.ts";
import { type ActionToken, actionGroups, onlyByName, softSubmits, submitFamily } from "./lexicon/actions.ts";
import { analyse } from "./text/analyse.ts";
import { type Purpose, readPurpose } from "./text/purpose.ts";
import { reaches, thresholds } from "./thresholds.ts";

export interface ActionOptions {
  readonly matches: TextMatcher;
  /** `formKey` of the forms that hold the fields just completed. */
  readonly preferForms?: readonly string[];
}

const elsewhere = { exact: 0.8, similar: 0.6, link: 0.6, noForm: 0.9 } as const;
const sharesSomething = 0.3;
const sameWords = 0.9;
const withoutVerb = 0.5;

const finishes = (token: ActionToken): boolean =>
  submitFamily.has(token) || token === "signIn" || token === "search";

/** Whether the purpose, by its verb, reads like finishing a form; one without a known verb may still do so. */
const readsLikeSubmitting = ({ head }: Purpose): boolean => [...(head.unit?.actions ?? [])].some(finishes);

const isInForm = (preferred: ReadonlySet<string>, candidate: ControlDescriptor): boolean => {
  const key = formKey(candidate);
  return key !== null && preferred.has(key);
};

/** A button away from the form just completed has to say more to be chosen, unless a hint names it. */
const weighByForm =
  (preferred: ReadonlySet<string>, submitting: boolean) =>
  (scored: ScoredCandidate): ScoredCandidate => {
    const { candidate, exact, labelTier } = scored;
    if (preferred.size === 0) return scored;
    if (isInForm(preferred, candidate)) {
      return { ...scored, reasons: [...scored.reasons, "in the form just completed"] };
    }
    if (labelTier === "label") return scored;
    const share =
      candidate.kind === "link" && submitting
        ? elsewhere.link
        : candidate.form === null
          ? elsewhere.noForm
          : exact
            ? elsewhere.exact
            : elsewhere.similar;
    return {
      ...scored,
      score: scored.score * share,
      reasons: [...scored.reasons, "not in the form just completed"],
    };
  };

const groupOf = (tokens: ReadonlySet<ActionToken>): ReadonlySet<ActionToken> | null =>
  actionGroups.find((group) => [...tokens].some((token) => group.has(token))) ?? null;

/** Whether a button may end the kind of form the purpose speaks of: "Subscribe" does not place an order. */
const mayEnd = (purpose: Purpose, candidate: ControlDescriptor): boolean => {
  const wanted = actionsOf(purpose);
  const offered = [...actionsOf(analyse(candidate.name, "action"))];
  if (offered.length === 0 || offered.some((token) => wanted.has(token))) return true;
  // "Next" or "Search" ends a form only for those who ask for it.
  if (!offered.some((token) => submitFamily.has(token))) return false;
  if (offered.some((token) => softSubmits.has(token))) return true;
  // What an unknown verb asks for is hardly what a button of another known one does.
  if (wanted.size === 0) return false;
  const group = groupOf(wanted);
  return group === null || offered.some((token) => group.has(token));
};

const isUsableSubmit = ({ candidate, excluded }: ScoredCandidate): boolean =>
  excluded === null && candidate.kind === "submit";

const onlyGeneric = (purpose: Purpose): boolean =>
  purpose.units.length > 0 &&
  purpose.units.every(({ actions }) => actions.has("submit") || actions.has("send"));

/** Lifts the only submit button there is to a purpose that submits, when no other button is asked for in words. */
const liftOnlySubmit = (
  purpose: Purpose,
  preferred: ReadonlySet<string>,
  scored: readonly ScoredCandidate[],
): ScoredCandidate[] => {
  const submits = scored.filter(isUsableSubmit);
  const here =
    preferred.size === 0 ? submits : submits.filter(({ candidate }) => isInForm(preferred, candidate));
  const [only, ...more] = here;
  if (only === undefined || more.length > 0) return [...scored];
  const others = scored.filter((other) => other !== only && other.excluded === null);
  const tokens = actionsOf(purpose);
  const asksOther =
    [...tokens].some((token) => onlyByName.has(token)) || (tokens.size > 0 && !readsLikeSubmitting(purpose));
  const namedElsewhere = others.some(
    ({ candidate, score }) => candidate.kind !== "link" && reaches(score, sameWords),
  );
  // "Submit application" shares the noun of "withdraw the application", and not what is to be done.
  const unlike = only.shared.length > 0 && only.score <= withoutVerb;
  const silent = others.every(({ score }) => score < sharesSomething) && !unlike;
  const wanted = preferred.size === 0 ? onlyGeneric(purpose) : readsLikeSubmitting(purpose) || silent;
  if (asksOther || namedElsewhere || !wanted || !mayEnd(purpose, only.candidate)) return [...scored];
  const place = preferred.size === 0 ? "of the page" : "of the form just completed";
  const lifted = {
    ...only,
    score: Math.max(only.score, thresholds.onlySubmit),
    reasons: [...only.reasons, `only submit button ${place}`],
  };
  return scored.map((candidate) => (candidate === only ? lifted : candidate));
};

/** The one button or link a purpose and its hints mean, or a refusal with the scored candidates. */
export const resolveAction = (
  purpose: string,
  hints: IntentHints,
  candidates: readonly ControlDescriptor[],
  options: ActionOptions,
): Resolution => {
  const read = readPurpose(purpose, "action");
  const preferred = new Set(options.preferForms ?? []);
  const submitting = readsLikeSubmitting(read);
  const scored = candidates
    .filter(isAction)
    .map((candidate): ScoredCandidate => ({ candidate, ...scoreAction(read, hints, candidate, options) }));
  const weighed = liftOnlySubmit(read, preferred, scored).map(weighByForm(preferred, submitting));
  return decide(weighed, hints, read.ordinals[0] ?? null, thresholds.action, [
    onlyOneThat("the one in the form just completed", ({ candidate }) => isInForm(preferred, candidate)),
    ...(submitting
      ? [onlyOneThat("the one that submits a form", ({ candidate }) => candidate.kind === "submit")]
      : []),
  ]);
};

import type { Observation, TargetSpec, TextMatch, WaitCondition } from "../contract/index.ts";
import type { DeadlineView } from "../ports/deadline.ts";
import type { Look, PagePort } from "../ports/page.ts";
import { describeMatch, foldText, matchesText } from "./matchText.ts";

/** Whether a condition holds, and each leaf as it was seen. */
export interface Reading {
  readonly held: boolean;
  readonly observations: readonly Observation[];
}

const short = (text: string, max = 200) =>
  (text.length <= max ? text : `${text.slice(0, max - 1)}…`).toWellFormed();

export const describeTarget = (target: TargetSpec): string =>
  Object.entries(target)
    .map(([key, value]) => `${key} ${typeof value === "object" ? describeMatch(value) : `"${value}"`}`)
    .join(", ");

/** Whether an element that fits the structure of a target fits its texts too. */
export const fitsTarget = (target: TargetSpec, look: Look): boolean =>
  (target.role === undefined || target.role === look.role) &&
  (target.accessibleName === undefined || matchesText(target.accessibleName, look.name)) &&
  (target.label === undefined || foldText(look.label) === foldText(target.label)) &&
  (target.text === undefined || matchesText(target.text, look.text));

const looksOf = async (page: PagePort, deadline: DeadlineView, target: TargetSpec): Promise<Look[]> => {
  const fitting = (await page.look(deadline, target)).filter((look) => fitsTarget(target, look));
  return target.ordinal === undefined ? fitting : fitting.slice(target.ordinal - 1, target.ordinal);
};

const leaf = (condition: string, held: boolean, seen: string): Reading => ({
  held,
  observations: [{ condition: short(condition, 1_000), held, seen: short(seen) }],
});

/** Where in a long text the match was, so that an observation shows it. */
const excerpt = (matcher: TextMatch, text: string): string => {
  const folded = foldText(text);
  const at = "contains" in matcher ? folded.indexOf(foldText(matcher.contains)) : -1;
  return at < 0 ? folded : folded.slice(Math.max(0, at - 60), at + 140);
};

const elementStates = {
  visible: (looks: readonly Look[]) => looks.some((look) => look.visible),
  hidden: (looks: readonly Look[]) => looks.every((look) => !look.visible),
  enabled: (looks: readonly Look[]) => looks.some((look) => look.visible && look.enabled),
  disabled: (looks: readonly Look[]) => looks.some((look) => look.visible && !look.enabled),
  attached: (looks: readonly Look[]) => looks.length > 0,
  detached: (looks: readonly Look[]) => looks.length === 0,
} as const;

/** Reads a condition off the page once. Only visible text counts as text. */
export const readCondition = async (
  page: PagePort,
  deadline: DeadlineView,
  condition: WaitCondition,
): Promise<Reading> => {
  const every = (conditions: readonly WaitCondition[]) =>
    Promise.all(conditions.map((inner) => readCondition(page, deadline, inner)));
  if ("all" in condition) {
    const readings = await every(condition.all);
    return {
      held: readings.every((r) => r.held),
      observations: readings.flatMap((r) => r.observations).slice(0, 64),
    };
  }
  if ("any" in condition) {
    const readings = await every(condition.any);
    return {
      held: readings.some((r) => r.held),
      observations: readings.flatMap((r) => r.observations).slice(0, 64),
    };
  }
  if ("not" in condition) {
    const reading = await readCondition(page, deadline, condition.not);
    return { held: !reading.held, observations: reading.observations };
  }
  if ("url" in condition) {
    const { url } = await page.facts(deadline);
    return leaf(`url ${describeMatch(condition.url.matcher)}`, matchesText(condition.url.matcher, url), url);
  }
  if ("document" in condition) {
    const state = await page.readyState(deadline);
    const held =
      state === "complete" || (state === "interactive" && condition.document.ready === "interactive");
    return leaf(`document ${condition.document.ready}`, held, state);
  }
  if ("element" in condition) {
    const { target, state } = condition.element;
    const looks = await looksOf(page, deadline, target);
    return leaf(
      `element (${describeTarget(target)}) ${state}`,
      elementStates[state](looks),
      `${looks.length} fit`,
    );
  }
  if ("value" in condition) {
    const { target, matcher } = condition.value;
    const looks = await looksOf(page, deadline, target);
    const held = looks.some((look) => matchesText(matcher, look.value));
    return leaf(
      `value of (${describeTarget(target)}) ${describeMatch(matcher)}`,
      held,
      `${looks.length} fit`,
    );
  }
  const { target, matcher } = condition.text;
  if (target === undefined) {
    const text = await page.visibleText(deadline);
    return leaf(`text ${describeMatch(matcher)}`, matchesText(matcher, text), excerpt(matcher, text));
  }
  const looks = (await looksOf(page, deadline, target)).filter((look) => look.visible);
  const found = looks.find((look) => matchesText(matcher, look.text));
  const name = `text of (${describeTarget(target)}) ${describeMatch(matcher)}`;
  return leaf(name, found !== undefined, found?.text ?? looks[0]?.text ?? "no visible element fits");
};

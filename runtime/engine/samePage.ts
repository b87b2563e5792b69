import type { Checkpoint, TextMatch } from "../contract/index.ts";
import type { ControlDescriptor } from "../ports/page.ts";
import { describeMatch, matchesText } from "./matchText.ts";

/** A page that a restart has come back to, as far as it is compared with the one that was left. */
export interface PageNow {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Names of the fields a person can change. */
  readonly fields: readonly string[];
  readonly asksForPassword: boolean;
}

export type Difference = {
  readonly code: "sessionExpired" | "checkpointMismatch" | "formChanged";
  readonly reason: string;
};

/** A password field for somebody who has an account; one for a new password belongs to a form of its own. */
export const asksForPassword = (
  controls: readonly Pick<ControlDescriptor, "kind" | "autocomplete" | "hiddenBecause">[],
): boolean =>
  controls.some(
    ({ kind, autocomplete, hiddenBecause }) =>
      kind === "password" && !autocomplete.includes("new-password") && hiddenBecause.length === 0,
  );

const differenceOf = (left: Checkpoint["invariants"], now: PageNow): Difference | null => {
  if (now.url !== left.url || now.title !== left.title) {
    return {
      code: "checkpointMismatch",
      reason: `the page is "${now.title}" at ${now.url}, where the checkpoint saw "${left.title}" at ${left.url}`,
    };
  }
  const missing = left.text.find((matcher: TextMatch) => !matchesText(matcher, now.text));
  if (missing !== undefined)
    return { code: "checkpointMismatch", reason: `the page's text no longer ${describeMatch(missing)}` };
  const fields = new Set(now.fields);
  const gone = left.form.fields.map(({ field }) => field).filter((field) => !fields.has(field));
  // Some fields appear, or get their names, only while a form is filled; what it holds in the end is compared after that.
  return gone.length === 0 || gone.length < left.form.fields.length
    ? null
    : { code: "formChanged", reason: `the form is another: it has no ${gone.join(", ")}` };
};

/**
 * Why the page is not the one the checkpoint was taken over, or null when it is; typing into another would be blind.
 * A page in its place that asks for a password means that the login is over.
 */
export const pageDifference = (left: Checkpoint["invariants"], now: PageNow): Difference | null => {
  const difference = differenceOf(left, now);
  return difference !== null && now.asksForPassword
    ? { code: "sessionExpired", reason: `the site asks to log in: ${difference.reason}` }
    : difference;
};

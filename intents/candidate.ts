import type { TextMatch } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import type { Meaning } from "./lexicon/meanings.ts";

/** Compares a text with a hint; the caller supplies the linear-time regex engine. */
export type TextMatcher = (match: TextMatch, text: string) => boolean;

/** How a label hint was met: by the label itself, by other visible text, in part, or there was none. */
export type LabelTier = "label" | "nearby" | "part" | "none";

export interface Score {
  /** 0 to 1; kept for excluded candidates too, so that a refusal can explain itself. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Why it can never be chosen, or null. */
  readonly excluded: string | null;
  /** Its name or label is what the purpose says, letter for letter after normalisation. */
  readonly exact: boolean;
  readonly labelTier: LabelTier;
  /** Words of the purpose it answers, and telling ones it leaves open. */
  readonly shared: readonly string[];
  readonly open: readonly string[];
  /** The purpose counts ("the second …") and nothing on this control says which it is. */
  readonly uncounted: boolean;
}

export interface ScoredCandidate extends Score {
  readonly candidate: ControlDescriptor;
}

export interface ScoreContext {
  readonly matches: TextMatcher;
  /** Only reading: disabled and read-only controls count too. */
  readonly reading?: boolean;
  /** Which of given-name and family-name have fields of their own in the candidate's form. */
  readonly complements?: ReadonlySet<Meaning>;
}

const actionKinds: ReadonlySet<string> = new Set(["submit", "reset", "button", "link"]);
const actionRoles: ReadonlySet<string> = new Set(["button", "link", "menuitem"]);

export const isAction = ({ kind, role }: ControlDescriptor): boolean =>
  actionKinds.has(kind) || (kind === "other" && actionRoles.has(role));

export const isField = (candidate: ControlDescriptor): boolean => !isAction(candidate);

const writtenKinds: ReadonlySet<string> = new Set([
  "text",
  "email",
  "tel",
  "url",
  "password",
  "search",
  "number",
  "textarea",
  "contentEditable",
  "combobox",
  "other",
]);

/** Whether a person writes into it. */
export const isWritten = ({ kind }: ControlDescriptor): boolean => writtenKinds.has(kind);

export const isBox = ({ kind }: ControlDescriptor): boolean => kind === "checkbox" || kind === "switch";

/** Whether it has a name of its own; others are known by what stands beside them. */
export const isNamed = ({ name, label }: ControlDescriptor): boolean =>
  name.trim() !== "" || label.trim() !== "";

/** Identity of the form that holds a control, across frames; null outside any form. This is what `preferForms` lists. */
export const formKey = ({ frame, form }: ControlDescriptor): string | null =>
  form === null ? null : `${frame} ${form}`;

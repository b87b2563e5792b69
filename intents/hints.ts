import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import type { LabelTier, TextMatcher } from "./candidate.ts";
import { readableStart } from "./text/clip.ts";
import { labelKey, normaliseText, stripMarkers } from "./text/normalise.ts";

/** Whether a candidate meets the hints; every one given must hold. */
export interface HintCheck {
  readonly failed: string | null;
  readonly labelTier: LabelTier;
  /** A name or label was asked for and is there. */
  readonly named: boolean;
  readonly reasons: readonly string[];
}

// What callers say for a role, to the roles and control kinds it stands for.
const roleWords: Readonly<Record<string, string>> = {
  textbox: "textbox searchbox text email tel url password search textarea contentEditable",
  input:
    "textbox searchbox spinbutton text email tel url password search number textarea contentEditable date time",
  text: "textbox text textarea",
  textarea: "textarea",
  searchbox: "searchbox search",
  combobox: "combobox selectOne listbox",
  select: "combobox selectOne selectMultiple listbox",
  dropdown: "combobox selectOne selectMultiple listbox",
  listbox: "listbox selectMultiple selectOne",
  checkbox: "checkbox switch",
  switch: "switch checkbox",
  toggle: "switch checkbox",
  radio: "radio radiogroup radioGroup",
  radiogroup: "radio radiogroup radioGroup",
  spinbutton: "spinbutton number",
  slider: "slider range",
  button: "button submit reset",
  submit: "submit",
  link: "link",
  file: "file",
  password: "password",
};

const meetsRole = (wanted: string, { role, kind }: ControlDescriptor): boolean => {
  const said = normaliseText(wanted);
  if (said === role.toLowerCase() || said === kind.toLowerCase()) return true;
  const plain = said.replace(/[ _-]|(?:field|box|menu|list)$/gu, "");
  const known = (roleWords[said.replace(/[ _-]/gu, "")] ?? roleWords[plain] ?? "").split(" ");
  return known.includes(role) || known.includes(kind);
};

const wordIn = (part: string, whole: string): boolean => {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(0, at);
    const after = whole.slice(at + part.length);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true;
    // Scripts without spaces have no word edges to look at.
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(part))
      return true;
  }
  return false;
};

const labelTierOf = (wanted: string, candidate: ControlDescriptor): LabelTier => {
  const key = labelKey(wanted);
  const equals = (text: string): boolean => text !== "" && labelKey(text) === key;
  if (equals(candidate.name) || equals(candidate.label)) return "label";
  const nearby = [candidate.placeholder, candidate.title, candidate.nearText, ...candidate.tableHeaders];
  if (nearby.some(equals)) return "nearby";
  const partly = [candidate.name, candidate.label, candidate.placeholder, candidate.nearText];
  return partly.some((text) => wordIn(key, normaliseText(readableStart(text)))) ? "part" : "none";
};

const isNear = (wanted: string, candidate: ControlDescriptor): boolean => {
  const key = labelKey(wanted);
  return [...candidate.groups, candidate.nearText, candidate.description, ...candidate.tableHeaders].some(
    (text) => text !== "" && (labelKey(text) === key || wordIn(key, normaliseText(readableStart(text)))),
  );
};

const inFrame = (path: readonly string[], frame: string): boolean => {
  let rest = normaliseText(frame);
  for (const step of path.map(normaliseText)) {
    const at = rest.indexOf(step);
    if (at < 0) return false;
    rest = rest.slice(at + step.length);
  }
  return true;
};

export const checkHints = (
  hints: IntentHints,
  candidate: ControlDescriptor,
  matches: TextMatcher,
): HintCheck => {
  const { role, accessibleName, label, nearText, framePath, shadowPath } = hints;
  const labelTier = label === undefined ? "none" : labelTierOf(label, candidate);
  const nameFits =
    accessibleName !== undefined &&
    (matches(accessibleName, candidate.name) ||
      matches(accessibleName, stripMarkers(normaliseText(candidate.name))));
  const failures = [
    role !== undefined && !meetsRole(role, candidate) ? `its role is ${candidate.role}, not ${role}` : "",
    accessibleName !== undefined && !nameFits ? "its accessible name does not fit the hint" : "",
    label !== undefined && labelTier === "none" ? "nothing a person sees on it is the label asked for" : "",
    nearText !== undefined && !isNear(nearText, candidate) ? "the text asked for is not near it" : "",
    framePath !== undefined && !inFrame(framePath, candidate.frame) ? "it is in another frame" : "",
    shadowPath !== undefined ? "a shadow path cannot be checked; leave it out" : "",
  ].filter((text) => text !== "");
  const reasons = [
    nameFits ? "accessible name fits the hint" : "",
    labelTier === "label" ? "label is the hint's" : "",
    labelTier === "nearby" ? "text beside it is the label of the hint" : "",
    labelTier === "part" ? "label contains the hint's" : "",
    nearText === undefined ? "" : "near the text of the hint",
  ].filter((text) => text !== "");
  return { failed: failures[0] ?? null, labelTier, named: nameFits || labelTier !== "none", reasons };
};

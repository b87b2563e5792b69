import type { ControlKind } from "../runtime/contract/controls.ts";
import type { TextMatch } from "../runtime/contract/targets.ts";
import type { ControlDescriptor, ControlState } from "../runtime/ports/page.ts";
import { normaliseText } from "./text/normalise.ts";

const roles: Partial<Record<ControlKind, string>> = {
  number: "spinbutton",
  search: "searchbox",
  range: "slider",
  checkbox: "checkbox",
  switch: "switch",
  radioGroup: "radiogroup",
  selectOne: "combobox",
  selectMultiple: "listbox",
  combobox: "combobox",
  submit: "button",
  reset: "button",
  button: "button",
  link: "link",
};

export const emptyState: ControlState = { text: "", checked: null, selected: null, valid: true, message: "" };

/** A control as the page port would describe it, for tests; a labelled one has its label as its name. */
export const descriptor = (partial: Partial<ControlDescriptor> = {}): ControlDescriptor => {
  const kind = partial.kind ?? "text";
  return {
    ref: `c${partial.order ?? 0}`,
    kind,
    role: roles[kind] ?? "textbox",
    name: partial.label ?? "",
    label: "",
    description: "",
    placeholder: "",
    title: "",
    groups: [],
    nearText: "",
    tableHeaders: [],
    autocomplete: "",
    attributeWords: [],
    options: [],
    form: "f0",
    frame: "",
    enabled: true,
    readOnly: false,
    required: false,
    hiddenBecause: [],
    sensitive: false,
    state: emptyState,
    order: 0,
    ...partial,
  };
};

/** Several controls in page order. */
export const descriptors = (...partials: readonly Partial<ControlDescriptor>[]): ControlDescriptor[] =>
  partials.map((partial, order) => descriptor({ order, ref: `c${order}`, ...partial }));

/** The caller's text matcher, without its linear-time engine. */
export const testMatches = (match: TextMatch, text: string): boolean => {
  const folded = normaliseText(text);
  if ("exact" in match) return folded === normaliseText(match.exact);
  if ("contains" in match) return folded.includes(normaliseText(match.contains));
  return new RegExp(match.regex, "iu").test(text);
};

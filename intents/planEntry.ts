import type { ControlAction } from "../runtime/contract/commands.ts";
import type { ControlKind } from "../runtime/contract/controls.ts";
import type { ErrorDetails } from "../runtime/contract/errors.ts";
import type { ControlDescriptor, ControlOption, Entry } from "../runtime/ports/page.ts";
import { canonicalDecimal } from "./decimals.ts";
import { canonicalIso, isoShapes } from "./isoValues.ts";
import { chooseOption } from "./optionChoice.ts";
import { clipBytes } from "./text/clip.ts";
import { normaliseText } from "./text/normalise.ts";

/** What the control should hold after the entry. */
export type Expected =
  | { readonly holds: "text"; readonly text: string }
  | { readonly holds: "checked"; readonly checked: boolean }
  | { readonly holds: "selected"; readonly options: readonly Pick<ControlOption, "value" | "label">[] };

/** How a value goes into a control, and what must be found there afterwards. */
export interface PlannedEntry {
  readonly ok: true;
  readonly entry: Entry;
  readonly expected: Expected;
}

/** The action cannot be done to this kind of control, or not with this value. Values are never repeated: they may be secret. */
export interface EntryMismatch {
  readonly ok: false;
  readonly code: "intentActionMismatch";
  readonly message: string;
  readonly details: ErrorDetails;
}

export type EntryPlan = PlannedEntry | EntryMismatch;

const optionsListed = 20;
const optionBytes = 128;

const mismatch = (
  action: ControlAction,
  control: ControlDescriptor,
  message: string,
  more: ErrorDetails = {},
): EntryMismatch => ({
  ok: false,
  code: "intentActionMismatch",
  message,
  details: { action: action.kind, kind: control.kind, ...more },
});

const asText = (text: string): PlannedEntry => ({
  ok: true,
  entry: { how: "text", text },
  expected: { holds: "text", text },
});

const asCheck = (checked: boolean): PlannedEntry => ({
  ok: true,
  entry: { how: "check", checked },
  expected: { holds: "checked", checked },
});

const asSelection = (options: readonly Pick<ControlOption, "value" | "label">[]): PlannedEntry => ({
  ok: true,
  entry: { how: "select", values: options.map(({ value }) => value) },
  expected: { holds: "selected", options: options.map(({ value, label }) => ({ value, label })) },
});

const written: ReadonlySet<ControlKind> = new Set([
  "text",
  "email",
  "tel",
  "url",
  "password",
  "search",
  "number",
  "date",
  "time",
  "dateTimeLocal",
  "month",
  "week",
  "color",
  "range",
  "textarea",
  "contentEditable",
  "combobox",
]);
const severalLines: ReadonlySet<ControlKind> = new Set(["textarea", "contentEditable"]);
const chosen: ReadonlySet<ControlKind> = new Set(["radioGroup", "selectOne", "selectMultiple", "combobox"]);
const boxes: ReadonlySet<ControlKind> = new Set(["checkbox", "switch"]);

const onWords: ReadonlySet<string> = new Set([
  "true",
  "yes",
  "on",
  "1",
  "checked",
  "tick",
  "ticked",
  "check",
  "y",
]);
const offWords: ReadonlySet<string> = new Set([
  "false",
  "no",
  "off",
  "0",
  "unchecked",
  "untick",
  "uncheck",
  "n",
]);

/** Checks a text against what the kind of control can hold at all. */
const planText = (action: ControlAction, control: ControlDescriptor, text: string): EntryPlan => {
  const { kind } = control;
  if (!severalLines.has(kind) && /[\r\n]/u.test(text)) {
    return mismatch(action, control, "the value has line breaks and the control holds one line");
  }
  if (text === "") return asText(text);
  const shape = isoShapes[kind];
  if (shape !== undefined) {
    const iso = canonicalIso(kind, text);
    return iso === null
      ? mismatch(action, control, `not a ${kind} that exists, written ${shape}`)
      : asText(iso);
  }
  if (kind === "number" || kind === "range") {
    const isNumber = canonicalDecimal(text) !== null;
    return isNumber
      ? asText(text.trim())
      : mismatch(action, control, "not a decimal number written like 12.5");
  }
  if (kind === "color") {
    const color = text.trim().toLowerCase();
    return /^#[0-9a-f]{6}$/u.test(color)
      ? asText(color)
      : mismatch(action, control, "not a colour written #rrggbb");
  }
  return asText(text);
};

const listOptions = (options: readonly ControlOption[]) =>
  options
    .filter(({ disabled }) => !disabled)
    .slice(0, optionsListed)
    .map(({ value, label }) => ({
      value: clipBytes(value, optionBytes),
      label: clipBytes(label, optionBytes),
    }));

const whyNot = {
  none: "no option has this value or label",
  ambiguous: "more than one option fits; give the option's value",
  disabled: "the option is disabled",
} as const;

const planChoices = (
  action: ControlAction,
  control: ControlDescriptor,
  wanted: readonly string[],
): EntryPlan => {
  const choices = wanted.map((value) => chooseOption(control.options, value));
  const refused = choices.find((choice) => !choice.ok);
  if (refused !== undefined && !refused.ok) {
    return mismatch(action, control, whyNot[refused.why], { options: listOptions(control.options) });
  }
  const options = choices.flatMap((choice) => (choice.ok ? [choice.option] : []));
  return asSelection([...new Map(options.map((option) => [option.value, option])).values()]);
};

/** A combobox may load its options only when it is used: a text is typed, a choice is left for the driver to find by its label. */
const planCombobox = (action: ControlAction, control: ControlDescriptor, wanted: string): EntryPlan => {
  const choice = chooseOption(control.options, wanted);
  if (choice.ok) return asSelection([choice.option]);
  if (choice.why === "none" && action.kind === "enter") return planText(action, control, wanted);
  return control.options.length === 0
    ? asSelection([{ value: wanted, label: wanted }])
    : mismatch(action, control, whyNot[choice.why], { options: listOptions(control.options) });
};

const planBox = (action: ControlAction, control: ControlDescriptor, value: string): EntryPlan => {
  const word = normaliseText(value);
  if (onWords.has(word)) return asCheck(true);
  if (offWords.has(word)) return asCheck(false);
  return mismatch(action, control, 'a box takes "true" or "false"');
};

const planEnter = (action: ControlAction, control: ControlDescriptor, value: string): EntryPlan => {
  if (boxes.has(control.kind)) return planBox(action, control, value);
  if (control.kind === "combobox") return planCombobox(action, control, value);
  if (chosen.has(control.kind)) return planChoices(action, control, [value]);
  if (written.has(control.kind)) return planText(action, control, value);
  return mismatch(action, control, `nothing can be entered into a ${control.kind}`);
};

const planClear = (action: ControlAction, control: ControlDescriptor): EntryPlan => {
  const { kind, options } = control;
  if (boxes.has(kind)) return asCheck(false);
  if (kind === "selectMultiple") return asSelection([]);
  if (kind === "selectOne") {
    const empty = options.find(({ value, disabled }) => value === "" && !disabled);
    return empty === undefined
      ? mismatch(action, control, "the list has no empty choice")
      : asSelection([empty]);
  }
  return written.has(kind) && kind !== "range" && kind !== "color"
    ? asText("")
    : mismatch(action, control, `a ${kind} cannot be cleared`);
};

const planSetText = (
  action: ControlAction & { kind: "setText" },
  control: ControlDescriptor,
  value: string,
): EntryPlan => {
  if (!written.has(control.kind)) return mismatch(action, control, `text cannot be set on a ${control.kind}`);
  return planText(action, control, action.clearFirst ? value : `${control.state.text ?? ""}${value}`);
};

/** Decides how a value goes into a control and what must be read back. Secrets are already replaced by their text. */
export const planEntry = (action: ControlAction, control: ControlDescriptor): EntryPlan => {
  const { kind } = control;
  switch (action.kind) {
    case "setText":
    case "enter": {
      if (action.value === undefined)
        return mismatch(action, control, "the secret was not replaced by its value");
      return action.kind === "enter"
        ? planEnter(action, control, action.value)
        : planSetText(action, control, action.value);
    }
    case "setChecked":
      return boxes.has(kind)
        ? asCheck(action.checked)
        : mismatch(action, control, `a ${kind} cannot be checked; only checkboxes and switches can`);
    case "selectOne":
      if (kind === "combobox") return planCombobox(action, control, action.value);
      return chosen.has(kind)
        ? planChoices(action, control, [action.value])
        : mismatch(action, control, `a ${kind} has no options to choose from`);
    case "selectMany":
      return kind === "selectMultiple"
        ? planChoices(action, control, action.values)
        : mismatch(action, control, `a ${kind} does not take several values`);
    case "clear":
      return planClear(action, control);
  }
};

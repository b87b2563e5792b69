import type { ControlKind } from "../runtime/contract/controls.ts";
import type { ShownValue } from "../runtime/contract/evidence.ts";
import type { ControlDescriptor, ControlState } from "../runtime/ports/page.ts";
import { canonicalDecimal, showsDecimal } from "./decimals.ts";
import { canonicalIso, isoShapes } from "./isoValues.ts";
import { meaningOfAutocomplete } from "./lexicon/meanings.ts";
import type { Expected } from "./planEntry.ts";
import { clipBytes } from "./text/clip.ts";
import { normaliseText } from "./text/normalise.ts";

/** Whether a control holds what it should, and both values as evidence may show them. */
export interface StateComparison {
  readonly stuck: boolean;
  readonly expectedShown: ShownValue;
  readonly foundShown: ShownValue;
}

type ReadControl = Pick<ControlDescriptor, "kind" | "sensitive" | "autocomplete" | "options">;

const shownBytes = 4_096;

const tidy = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\r\n?/gu, "\n")
    .replace(/\u00a0/gu, " ")
    .replace(/[\u200b\ufeff]/gu, "")
    .trim();

/** Editors pad their paragraphs; what a person reads is the same. */
const tidyRich = (text: string): string =>
  tidy(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{2,}/gu, "\n");

const dialled = (text: string): string => {
  const digits = text.normalize("NFKC").replace(/\D/gu, "");
  return /^\s*\(?\+/u.test(text) ? `+${digits}` : digits;
};

// Letters would be lost in a comparison of digits, and a point or comma may be a decimal one.
const maskable = /^[\d\s()+/\-–_#]+$/u;
const fewestMasked = 3;

const sameMasked = (expected: string, found: string): boolean =>
  maskable.test(expected) &&
  maskable.test(found) &&
  !/^\s*-/u.test(expected + found) &&
  dialled(expected).replace("+", "").length >= fewestMasked &&
  dialled(expected) === dialled(found);

const sameDialled = (expected: string, found: string): boolean =>
  !/\p{L}/u.test(expected + found) && dialled(expected) !== "" && dialled(expected) === dialled(found);

// A code with leading zeros is no number: 0927 and 927 differ.
const isPlainNumber = (text: string): boolean => /^[+-]?(?:0|[1-9]\d*)?(?:\.\d+)?$/u.test(text.trim());

const sameShownNumber = (expected: string, found: string): boolean =>
  isPlainNumber(expected) && showsDecimal(expected, found);

const sameNumber = (expected: string, found: string): boolean => {
  const wanted = canonicalDecimal(expected);
  return wanted !== null && (wanted === canonicalDecimal(found) || showsDecimal(expected, found));
};

const byDigits: ReadonlySet<string> = new Set(["tel", "cc-number", "cc-csc", "one-time-code", "iban"]);

const sameText = ({ kind, autocomplete }: ReadControl, expected: string, found: string): boolean => {
  if (kind === "password") return expected === found;
  if (expected === "" || found === "") return tidy(expected) === tidy(found);
  if (isoShapes[kind] !== undefined) {
    const wanted = canonicalIso(kind, expected);
    return wanted !== null && wanted === canonicalIso(kind, found);
  }
  if (kind === "number" || kind === "range") return sameNumber(expected, found);
  if (kind === "color") return tidy(expected).toLowerCase() === tidy(found).toLowerCase();
  if (kind === "contentEditable") return tidyRich(expected) === tidyRich(found);
  if (tidy(expected) === tidy(found)) return true;
  if (kind === "textarea" || kind === "email" || kind === "url") return false;
  if (kind === "tel" || byDigits.has(meaningOfAutocomplete(autocomplete) ?? ""))
    return sameDialled(expected, found);
  return sameMasked(expected, found) || sameShownNumber(expected, found);
};

const sameSet = (expected: readonly string[], found: readonly string[]): boolean => {
  const wanted = new Set(expected);
  return wanted.size === new Set(found).size && found.every((value) => wanted.has(value));
};

const sameSelection = (
  kind: ControlKind,
  expected: Extract<Expected, { holds: "selected" }>,
  state: ControlState,
): boolean => {
  const values = expected.options.map(({ value }) => value);
  if (state.selected !== null && sameSet(values, state.selected)) return true;
  const [only, ...more] = expected.options;
  // A combobox may show its choice only as text.
  if (kind !== "combobox" || only === undefined || more.length > 0 || state.text === null) return false;
  const shown = normaliseText(state.text);
  return shown !== "" && (shown === normaliseText(only.label) || shown === normaliseText(only.value));
};

const isStuck = (expected: Expected, control: ReadControl, state: ControlState): boolean => {
  switch (expected.holds) {
    case "text":
      return state.text !== null && sameText(control, expected.text, state.text);
    case "checked":
      return state.checked === expected.checked;
    case "selected":
      return sameSelection(control.kind, expected, state);
  }
};

const checkWords = (checked: boolean | null): string =>
  checked === null ? "" : checked ? "checked" : "not checked";

const labelOf = ({ options }: ReadControl, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

const expectedText = (expected: Expected): string => {
  if (expected.holds === "text") return expected.text;
  if (expected.holds === "checked") return checkWords(expected.checked);
  return expected.options.map(({ label, value }) => (label === "" ? value : label)).join(", ");
};

const foundText = (expected: Expected, control: ReadControl, state: ControlState): string => {
  if (expected.holds === "checked") return checkWords(state.checked);
  if (expected.holds === "text") return state.text ?? "";
  const { selected, text } = state;
  if (selected === null || (selected.length === 0 && text !== null)) return text ?? "";
  return selected.map((value) => labelOf(control, value)).join(", ");
};

const show = ({ sensitive }: ReadControl, value: string): ShownValue =>
  sensitive ? { redacted: true, present: value !== "" } : { value: clipBytes(value, shownBytes) };

/** Compares what a control should hold with what it holds, in the control's own terms. */
export const compareState = (
  expected: Expected,
  control: ReadControl,
  state: ControlState,
): StateComparison => ({
  stuck: isStuck(expected, control, state),
  expectedShown: show(control, expectedText(expected)),
  foundShown: show(control, foundText(expected, control, state)),
});

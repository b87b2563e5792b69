import type { ControlOption } from "../runtime/ports/page.ts";
import { normaliseText } from "./text/normalise.ts";

export type OptionChoice =
  | { readonly ok: true; readonly option: ControlOption }
  | { readonly ok: false; readonly why: "none" | "ambiguous" | "disabled" };

const trimmed = (text: string): string => text.normalize("NFKC").trim();

/** The option a person means by a value or label: by value first, then by label, then by label whatever its case. */
export const chooseOption = (options: readonly ControlOption[], wanted: string): OptionChoice => {
  const fits = [
    ({ value }: ControlOption): boolean => value === wanted,
    ({ label }: ControlOption): boolean => trimmed(label) === trimmed(wanted),
    ({ label }: ControlOption): boolean => normaliseText(label) === normaliseText(wanted),
  ];
  for (const fit of fits) {
    const fitting = options.filter(fit);
    const usable = fitting.filter(({ disabled }) => !disabled);
    const [option] = usable;
    if (fitting.length === 0) continue;
    if (option === undefined) return { ok: false, why: "disabled" };
    // Radio buttons without values all send "on": then the value does not tell which is meant.
    const sameValue = options.filter(({ value }) => value === option.value);
    if (fit === fits[0] && sameValue.length > 1) continue;
    if (usable.length > 1 || sameValue.length > 1) return { ok: false, why: "ambiguous" };
    return { ok: true, option };
  }
  return { ok: false, why: "none" };
};

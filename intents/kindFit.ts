import type { ControlKind } from "../runtime/contract/controls.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { isBox } from "./candidate.ts";
import type { Meaning } from "./lexicon/meanings.ts";
import { writtenMeanings } from "./lexicon/related.ts";
import type { Purpose } from "./text/purpose.ts";

const unwritten: ReadonlySet<ControlKind> = new Set([
  "checkbox",
  "switch",
  "radioGroup",
  "file",
  "range",
  "color",
  "date",
  "time",
  "dateTimeLocal",
  "month",
  "week",
]);
const chosen: ReadonlySet<ControlKind> = new Set(["selectOne", "selectMultiple"]);
// These are never picked from a list; a country or a title is.
const neverChosen: ReadonlySet<Meaning> = new Set([
  "email",
  "tel",
  "password",
  "new-password",
  "current-password",
  "username",
  "name",
  "given-name",
  "family-name",
]);

const meant = (purpose: Purpose): Meaning[] => purpose.units.flatMap(({ meanings }) => [...meanings]);

/** Whether the purpose can be done with this kind of control; "Email" beside a box is a way of being reached. */
export const fitKind = (
  purpose: Purpose,
  candidate: ControlDescriptor,
): { readonly factor: number; readonly reasons: readonly string[] } => {
  const { kind } = candidate;
  const takesYesNo = isBox(candidate) || kind === "radioGroup" || chosen.has(kind);
  if (purpose.yesNo) {
    return takesYesNo
      ? { factor: 1, reasons: [] }
      : { factor: 0.6, reasons: ["it is not something to tick"] };
  }
  const meanings = meant(purpose);
  if (unwritten.has(kind) && meanings.some((meaning) => writtenMeanings.has(meaning))) {
    return { factor: 0.4, reasons: [`a ${kind} cannot hold what the purpose asks for`] };
  }
  if (chosen.has(kind) && meanings.some((meaning) => neverChosen.has(meaning))) {
    return { factor: 0.5, reasons: ["what the purpose asks for is written, not chosen from a list"] };
  }
  return { factor: 1, reasons: [] };
};

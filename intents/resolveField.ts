import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { formKey, isField, type ScoredCandidate, type TextMatcher } from "./candidate.ts";
import { decide, onlyOneThat, type Resolution } from "./decide.ts";
import { exclusionOf } from "./exclusion.ts";
import { scoreField } from "./fieldScore.ts";
import type { Meaning } from "./lexicon/meanings.ts";
import { analyse } from "./text/analyse.ts";
import { readPurpose } from "./text/purpose.ts";
import { thresholds } from "./thresholds.ts";

export interface FieldOptions {
  readonly matches: TextMatcher;
  /** Only reading: disabled and read-only fields count too. */
  readonly reading?: boolean;
  /** Tells which of equally good fields can take what is to be entered. */
  readonly canTake?: (candidate: ControlDescriptor) => boolean;
}

const partsOfName: readonly Meaning[] = ["given-name", "family-name"];

const partOfName = ({ name, label }: ControlDescriptor): Meaning | null => {
  const { units } = analyse(label.trim() === "" ? name : label, "field");
  const [unit] = units;
  if (unit === undefined || units.length > 1 || unit.meanings.has("name")) return null;
  return partsOfName.find((part) => unit.meanings.has(part)) ?? null;
};

/** Per form, the parts of a person's name that have a usable field of their own. */
const complementsByForm = (
  fields: readonly ControlDescriptor[],
): ReadonlyMap<string, ReadonlySet<Meaning>> => {
  const parts = new Map<string, Set<Meaning>>();
  for (const field of fields) {
    const part = exclusionOf(field, true) === null ? partOfName(field) : null;
    const key = formKey(field) ?? field.frame;
    if (part !== null) parts.set(key, (parts.get(key) ?? new Set()).add(part));
  }
  return parts;
};

/** The one field a purpose and its hints mean, or a refusal with the scored candidates. */
export const resolveField = (
  purpose: string,
  hints: IntentHints,
  candidates: readonly ControlDescriptor[],
  options: FieldOptions,
): Resolution => {
  const read = readPurpose(purpose, "field");
  const fields = candidates.filter(isField);
  const complements = complementsByForm(fields);
  const scored = fields.map((candidate): ScoredCandidate => {
    const parts = complements.get(formKey(candidate) ?? candidate.frame) ?? new Set();
    const context = { matches: options.matches, reading: options.reading === true, complements: parts };
    return { candidate, ...scoreField(read, hints, candidate, context) };
  });
  const { canTake } = options;
  const breakers =
    canTake === undefined
      ? []
      : [onlyOneThat("only one that can take the value", ({ candidate }) => canTake(candidate))];
  return decide(scored, hints, read.ordinals[0] ?? null, thresholds.field, breakers);
};

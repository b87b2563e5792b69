import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { asksToLeaveEmpty } from "./lexicon/marks.ts";
import { wordsOf } from "./text/words.ts";

/** Why a person would or could not use the control, whatever the purpose; null when they could. */
export const exclusionOf = (candidate: ControlDescriptor, reading: boolean): string | null => {
  if (candidate.hiddenBecause.length > 0) return `hidden: ${candidate.hiddenBecause.join(", ")}`;
  const texts = [
    candidate.name,
    candidate.label,
    candidate.placeholder,
    candidate.description,
    candidate.nearText,
  ];
  if (texts.some((text) => asksToLeaveEmpty(wordsOf(text)))) return "it asks people to leave it empty";
  if (reading) return null;
  if (!candidate.enabled) return "disabled";
  return candidate.readOnly ? "read-only" : null;
};

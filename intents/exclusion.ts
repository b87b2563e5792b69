import type { ControlDescriptor } from "../runtime/ports/page.ts";

/** Why a person could not use the control, whatever the purpose; null when they could. */
export const exclusionOf = (candidate: ControlDescriptor, reading: boolean): string | null => {
  if (candidate.hiddenBecause.length > 0) return `hidden: ${candidate.hiddenBecause.join(", ")}`;
  if (reading) return null;
  if (!candidate.enabled) return "disabled";
  return candidate.readOnly ? "read-only" : null;
};

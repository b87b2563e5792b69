import { analyse } from "../text/analyse.ts";
import type { Meaning } from "./meanings.ts";

/** What a text can mean as a field, with the share of the text that says so (0 to 1). */
export const meaningOf = (text: string): ReadonlyMap<Meaning, number> => {
  const { units } = analyse(text, "field");
  const total = units.reduce((sum, unit) => sum + unit.weight, 0);
  const found = new Map<Meaning, number>();
  for (const unit of units)
    for (const meaning of unit.meanings)
      found.set(meaning, Math.max(found.get(meaning) ?? 0, unit.weight / total));
  return found;
};

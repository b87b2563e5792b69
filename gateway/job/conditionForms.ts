import { z } from "zod";
import { limits, type WaitCondition, waitConditionSchema } from "../../runtime/contract/index.ts";

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What each short form stands for. */
const shortForms: Readonly<Record<string, (written: string) => WaitCondition>> = {
  text: (contains) => ({ text: { matcher: { contains } } }),
  url: (contains) => ({ url: { matcher: { contains } } }),
  element: (css) => ({ element: { target: { css }, state: "visible" } }),
};

/** Null when there is no short form in it; what stands beside one is left as it is. */
const fromShort = (value: Mapping): unknown => {
  const short = (name: string, written: unknown) =>
    typeof written === "string" && Object.hasOwn(shortForms, name) ? shortForms[name]?.(written) : undefined;
  const parts = Object.entries(value);
  if (parts.every(([name, written]) => short(name, written) === undefined)) return null;
  const all = parts.map(([name, written]) => short(name, written) ?? { [name]: written });
  return all.length === 1 ? all[0] : { all };
};

/** Writes the short forms out, also inside `all`, `any` and `not`; what is none of them is left to the schema. */
const writtenOut = (value: unknown, depth = 0): unknown => {
  if (!isMapping(value) || depth > limits.conditionDepth) return value;
  const inner = (nested: unknown) => writtenOut(nested, depth + 1);
  const nesting = Object.entries(value).map(([name, nested]) => {
    if ((name === "all" || name === "any") && Array.isArray(nested)) return [name, nested.map(inner)];
    return [name, name === "not" ? inner(nested) : nested];
  });
  return fromShort(value) ?? Object.fromEntries(nesting);
};

/**
 * A WaitCondition as a job file writes it: in full, or in the short forms `text:` (the page shows it), `url:` (the address
 * contains it) and `element:` (a CSS selector of something visible); several short forms must all hold.
 */
export const jobConditionSchema: z.ZodType<WaitCondition> = z.preprocess((value, context) => {
  if (isMapping(value) && Object.keys(value).length > 0) return writtenOut(value);
  const message = value === undefined ? "is missing" : "must name a condition, such as { text: Thank you }";
  context.addIssue({ code: "custom", message, input: value });
  return value;
}, waitConditionSchema);

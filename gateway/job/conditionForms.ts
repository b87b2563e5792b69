import { z } from "zod";
import { type WaitCondition, waitConditionSchema } from "../../runtime/contract/index.ts";

const short = z
  .strictObject({
    text: z.string().min(1).optional(),
    url: z.string().min(1).optional(),
    element: z.string().min(1).optional(),
  })
  .refine((forms) => Object.values(forms).some((form) => form !== undefined), {
    error: "names no condition",
  });

const fromShort = ({ text, url, element }: z.infer<typeof short>): WaitCondition => {
  const all: WaitCondition[] = [];
  if (text !== undefined) all.push({ text: { matcher: { contains: text } } });
  if (url !== undefined) all.push({ url: { matcher: { contains: url } } });
  if (element !== undefined) all.push({ element: { target: { css: element }, state: "visible" } });
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { all };
};

/**
 * A WaitCondition as a job file writes it: in full, or in the short forms `text:` (the page shows it), `url:` (the address
 * contains it) and `element:` (a CSS selector of something visible); several short forms must all hold.
 */
export const jobConditionSchema: z.ZodType<WaitCondition> = z.union([
  short.transform(fromShort),
  waitConditionSchema,
]);

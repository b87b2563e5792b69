import { z } from "zod";
import { limits } from "./limits.ts";
import type { TargetSpec, TextMatch } from "./targets.ts";
import { targetSpecSchema, textMatchSchema } from "./targets.ts";

/** Something that is true of a page or not yet. `text` without a target reads the page's visible text. */
export type WaitCondition =
  | {
      element: {
        target: TargetSpec;
        state: "visible" | "hidden" | "enabled" | "disabled" | "attached" | "detached";
      };
    }
  | { text: { target?: TargetSpec | undefined; matcher: TextMatch } }
  | { value: { target: TargetSpec; matcher: TextMatch } }
  | { url: { matcher: TextMatch } }
  | { document: { ready: "interactive" | "complete" } }
  | { all: WaitCondition[] }
  | { any: WaitCondition[] }
  | { not: WaitCondition };

const leafConditions = [
  z.strictObject({
    element: z.strictObject({
      target: targetSpecSchema,
      state: z.enum(["visible", "hidden", "enabled", "disabled", "attached", "detached"]),
    }),
  }),
  z.strictObject({ text: z.strictObject({ target: targetSpecSchema.optional(), matcher: textMatchSchema }) }),
  z.strictObject({ value: z.strictObject({ target: targetSpecSchema, matcher: textMatchSchema }) }),
  z.strictObject({ url: z.strictObject({ matcher: textMatchSchema }) }),
  z.strictObject({ document: z.strictObject({ ready: z.enum(["interactive", "complete"]) }) }),
] as const;

// Nesting is bounded by building the schema level by level: a hostile depth is refused, never recursed into.
const levels = (depth: number): z.ZodType<WaitCondition> => {
  if (depth === 0) return z.union(leafConditions);
  const inner = levels(depth - 1);
  const list = z.array(inner).min(1).max(limits.conditionItems);
  return z.union([
    ...leafConditions,
    z.strictObject({ all: list }),
    z.strictObject({ any: list }),
    z.strictObject({ not: inner }),
  ]);
};

export const waitConditionSchema: z.ZodType<WaitCondition> = levels(limits.conditionDepth);

/** One leaf of a condition as it was last seen: what was looked for, whether it held, and a short view of what was there. */
export const observationSchema = z.strictObject({
  condition: z.string().max(limits.matcherBytes + 512),
  held: z.boolean(),
  seen: z.string().max(512),
});

export type Observation = z.infer<typeof observationSchema>;

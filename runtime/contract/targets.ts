import { z } from "zod";
import { limits } from "./limits.ts";
import { boundedText } from "./text.ts";

const shortText = boundedText(limits.matcherBytes, 1);

/** Compared after Unicode NFC and folding of white space; `regex` runs in linear time (RE2 syntax) and can never hang. */
export const textMatchSchema = z.union([
  z.strictObject({ exact: shortText }),
  z.strictObject({ contains: shortText }),
  z.strictObject({ regex: z.string().min(1).max(limits.regexChars) }),
]);

export type TextMatch = z.infer<typeof textMatchSchema>;

const ordinalSchema = z.int().min(1).max(1_000);
const pathSchema = z.array(shortText).min(1).max(8);

/** Constraints on the control a purpose may resolve to: every one given must hold. `ordinal` counts from 1 in page order. */
export const intentHintsSchema = z.strictObject({
  role: shortText.optional(),
  accessibleName: textMatchSchema.optional(),
  /** The text a person sees beside the control. */
  label: shortText.optional(),
  /** A heading, legend or sentence near the control. */
  nearText: shortText.optional(),
  ordinal: ordinalSchema.optional(),
  framePath: pathSchema.optional(),
  shadowPath: pathSchema.optional(),
  /** Take the best candidate even when it does not lead by the margin; recorded as evidence. */
  allowBestMatch: z.boolean().optional(),
});

export type IntentHints = z.infer<typeof intentHintsSchema>;

/** Points at an element of the page; every part given must hold, and exactly one element may fit. */
export const targetSpecSchema = z
  .strictObject({
    css: shortText.optional(),
    testId: shortText.optional(),
    role: shortText.optional(),
    accessibleName: textMatchSchema.optional(),
    label: shortText.optional(),
    text: textMatchSchema.optional(),
    ordinal: ordinalSchema.optional(),
  })
  .refine((target) => Object.keys(target).some((key) => key !== "ordinal"), {
    error: "names nothing to look for",
  });

export type TargetSpec = z.infer<typeof targetSpecSchema>;

import { z } from "zod";
import {
  boundedText,
  intentHintsSchema,
  limits,
  purposeSchema,
  urlSchema,
} from "../../runtime/contract/index.ts";
import { jobConditionSchema } from "./conditionForms.ts";

const secretName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, { error: "not a secret's name" });

const optionValue = boundedText(limits.optionValueBytes);

const described = {
  purpose: purposeSchema.optional(),
  /** The words a person sees beside the control. */
  label: purposeSchema.optional(),
};
const isDescribed = (entry: { purpose?: string | undefined; label?: string | undefined }) =>
  entry.purpose !== undefined || entry.label !== undefined;
const undescribed = { error: "needs a purpose or a label" };

/** How a job's value is entered when the control alone should not decide. */
const kindSchema = z.enum(["text", "choice", "check"]);

const fieldSchema = z
  .strictObject({
    ...described,
    value: boundedText(limits.setTextBytes).optional(),
    secret: secretName.optional(),
    kind: kindSchema.optional(),
    hints: intentHintsSchema.optional(),
  })
  .refine(isDescribed, undescribed)
  .refine((field) => (field.value === undefined) !== (field.secret === undefined), {
    error: "needs exactly one of value and secret",
  })
  .refine((field) => field.secret === undefined || field.kind === undefined || field.kind === "text", {
    error: "a secret can only be typed: kind must be text",
  })
  .refine(({ kind, value }) => kind !== "choice" || optionValue.safeParse(value).success, {
    error: `a choice is at most ${limits.optionValueBytes} bytes long`,
  });

export const jobSchema = z.strictObject({
  url: urlSchema,
  fields: z.array(fieldSchema).min(1).max(limits.completeFormFields),
  submit: z
    .strictObject({ ...described, hints: intentHintsSchema.optional() })
    .refine(isDescribed, undescribed),
  expect: jobConditionSchema,
  reject: jobConditionSchema.optional(),
  probe: z
    .strictObject({
      url: urlSchema,
      applied: jobConditionSchema,
      notApplied: jobConditionSchema.optional(),
      timeoutMs: z.int().min(1).max(limits.waitTimeoutMs).default(15_000),
    })
    .optional(),
  extract: z
    .array(
      z
        .strictObject({
          name: z.string().min(1).max(128),
          ...described,
          value: z.enum(["text", "value", "href"]).default("text"),
        })
        .refine(isDescribed, undescribed),
    )
    .max(limits.extractFields)
    .refine((entries) => new Set(entries.map(({ name }) => name)).size === entries.length, {
      error: "names must be unique",
    })
    .optional(),
  /** How long the submit may take, in seconds. */
  timeout: z.int().min(1).max(280).default(60),
});

export type Job = z.infer<typeof jobSchema>;
export type JobField = Job["fields"][number];

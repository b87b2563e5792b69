import { z } from "zod";
import { controlKinds } from "../contract/controls.ts";
import type { ControlDescriptor, FieldValue, LabelledText, Look } from "../ports/page.ts";

// What comes out of a page is checked like any other input: a hostile page can return anything.
const text = z.string().transform((value) => value.toWellFormed());

const stateShape = {
  text: text.nullable(),
  checked: z.boolean().nullable(),
  selected: z.array(text).nullable(),
  valid: z.boolean(),
  message: text,
};

export const controlStateSchema = z.object(stateShape);

export const descriptorSchema = z.object({
  kind: z.enum(controlKinds),
  role: text,
  name: text,
  label: text,
  description: text,
  placeholder: text,
  title: text,
  groups: z.array(text),
  nearText: text,
  tableHeaders: z.array(text),
  autocomplete: text,
  attributeWords: z.array(text),
  options: z.array(z.object({ value: text, label: text, disabled: z.boolean() })),
  form: text.nullable(),
  enabled: z.boolean(),
  readOnly: z.boolean(),
  required: z.boolean(),
  hiddenBecause: z.array(text),
  sensitive: z.boolean(),
  state: controlStateSchema,
  order: z.number(),
}) satisfies z.ZodType<Omit<ControlDescriptor, "ref" | "frame">>;

export const lookSchema = z.object({
  role: text,
  name: text,
  label: text,
  text,
  value: text,
  visible: z.boolean(),
  enabled: z.boolean(),
}) satisfies z.ZodType<Look>;

export const labelledTextSchema = z.object({
  label: text,
  text,
  href: text.nullable(),
  source: z.enum(["definition", "table", "line", "control", "labelled"]),
}) satisfies z.ZodType<LabelledText>;

export const fieldValueSchema = z.object({
  field: text,
  value: text,
  sensitive: z.boolean(),
}) satisfies z.ZodType<FieldValue>;

export const messageSchema = z.object({ field: text, message: text });

export const textSchema = text;

import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { z } from "zod";
import {
  type ControlAction,
  intentHintsSchema,
  limits,
  purposeSchema,
  urlSchema,
} from "../../runtime/contract/index.ts";
import { invalidRequest } from "../../runtime/engine/parseEnvelope.ts";
import { jobConditionSchema } from "./conditionForms.ts";

const secretName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, { error: "not a secret's name" });

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
    value: z.string().optional(),
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
  });

const jobSchema = z.strictObject({
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

/** What is wrong with a job file, and where. */
export interface JobFault {
  readonly line: number;
  readonly message: string;
}

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));

const nameOf = (path: readonly (string | number)[]): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");

/** A value is what stands in the file: `01234` keeps its zero, `1.50` its cents, `yes` stays a word. */
const keepWrittenValues = (document: Document): void => {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== "value" || !isScalar(value)) return;
      if (
        value.source !== undefined &&
        (typeof value.value === "number" || typeof value.value === "boolean")
      ) {
        value.value = value.source;
      }
    },
  });
};

/** Reads a job file; a fault names the line and the field. */
export const parseJob = (text: string): { readonly job: Job } | { readonly fault: JobFault } => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    return { fault: { line: lines.linePos(syntax.pos[0]).line, message: syntax.message } };
  }
  let value: unknown;
  keepWrittenValues(document);
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { fault: { line: 1, message: error instanceof Error ? error.message : String(error) } };
  }
  const parsed = jobSchema.safeParse(value);
  if (parsed.success) return { job: parsed.data };
  const { pointer = "", message } = invalidRequest(parsed.error);
  const path = pathOf(pointer);
  // The deepest part of the path that the file holds: a missing field is reported where its parent stands.
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (!isNode(node) || node.range == null) continue;
    const said = message.startsWith(pointer) ? message.slice(pointer.length).replace(/^: /, "") : message;
    const field = nameOf(path);
    return {
      fault: { line: lines.linePos(node.range[0]).line, message: field === "" ? said : `${field}: ${said}` },
    };
  }
  return { fault: { line: 1, message } };
};

const isYes = (value: string): boolean => /^(true|yes|on|1|checked)$/i.test(value.trim());

/** A job's field as the intents take it. */
export const actionOf = (field: JobField): ControlAction => {
  if (field.secret !== undefined) return { kind: "enter", secret: field.secret };
  const value = field.value ?? "";
  if (field.kind === "text") return { kind: "setText", value, clearFirst: true };
  if (field.kind === "choice") return { kind: "selectOne", value };
  if (field.kind === "check") return { kind: "setChecked", checked: isYes(value) };
  return { kind: "enter", value };
};

import { parseJob } from "./jobFile.ts";
import type { Job } from "./jobSchema.ts";

/** A whole job file; a test replaces the lines it is about. */
export const jobText = (
  parts: Partial<Record<"url" | "fields" | "submit" | "expect" | "more", string>> = {},
) =>
  [
    parts.url ?? "url: http://site.test/register",
    parts.fields ?? "fields:\n  - { purpose: full name, value: Ada Lovelace }",
    parts.submit ?? "submit: { purpose: create the account }",
    parts.expect ?? "expect: { text: Thank you }",
    parts.more ?? "",
    "",
  ].join("\n");

export const fieldsText = (...fields: readonly string[]) => `fields:\n  - ${fields.join("\n  - ")}`;

/** The job that a text holds; throws when it holds none. */
export const jobOf = (text: string): Job => {
  const parsed = parseJob(text);
  if ("fault" in parsed) throw new Error(`${parsed.fault.line}: ${parsed.fault.message}`);
  return parsed.job;
};

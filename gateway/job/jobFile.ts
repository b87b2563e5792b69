import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { patternFault } from "../../runtime/engine/matchText.ts";
import { invalidRequest } from "../../runtime/engine/parseRequest.ts";
import { type Job, jobSchema } from "./jobSchema.ts";

export type { Job } from "./jobSchema.ts";

/** What is wrong with a job file, and where. */
export interface JobFault {
  readonly line: number;
  readonly message: string;
}

type Path = readonly (string | number)[];
interface Wrong {
  readonly path: Path;
  readonly message: string;
}

/** The fields whose YAML number or truth value is meant as one. */
const typedFields = new Set<unknown>(["timeout", "timeoutMs", "ordinal", "allowBestMatch"]);

/** A text is what stands in the file: `01234` keeps its zero, `1.50` its cents, `yes` and `Null` stay words. */
const keepWrittenTexts = (document: Document): void => {
  visit(document, {
    Pair: (_, { key }) => (isScalar(key) && typedFields.has(key.value) ? visit.SKIP : undefined),
    Scalar(place, scalar) {
      if (place !== "key" && scalar.source && typeof scalar.value !== "string") scalar.value = scalar.source;
    },
  });
};

const pathOf = (pointer: string): Path =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));

const nameOf = (path: Path): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");

/** The first pattern in the job that cannot be used: better known now than when the form is filled. */
const wrongPattern = (value: unknown, path: Path): Wrong | null => {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const fault = key === "regex" && typeof member === "string" ? patternFault(member) : null;
    const wrong =
      fault === null ? wrongPattern(member, here) : { path: here, message: `not a usable pattern: ${fault}` };
    if (wrong !== null) return wrong;
  }
  return null;
};

const check = (value: unknown): { readonly job: Job } | Wrong => {
  const parsed = jobSchema.safeParse(value, {
    error: (issue) => {
      if (issue.code === "unrecognized_keys") return "unknown field";
      if (issue.code === "invalid_type" && issue.input === undefined) return "is missing";
      if (issue.code === "invalid_type" && issue.input === null) return "is empty; write '' for no text";
      return undefined;
    },
  });
  if (parsed.success) return wrongPattern(parsed.data, []) ?? { job: parsed.data };
  const { pointer = "", message } = invalidRequest(parsed.error);
  return { path: pathOf(pointer), message: message.replace(`${pointer || "the request"}: `, "") };
};

/** The line of the deepest part of the path that the file holds: a missing field is reported where its parent stands. */
const lineOf = (document: Document, lines: LineCounter, path: Path): number => {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return lines.linePos(document.contents?.range?.[0] ?? 0).line;
};

/** Reads a job file; a fault names the line and the field. */
export const parseJob = (text: string): { readonly job: Job } | { readonly fault: JobFault } => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: "error",
  });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    return { fault: { line: lines.linePos(syntax.pos[0]).line, message: `not YAML: ${syntax.message}` } };
  }
  if (!isMap(document.contents)) {
    return { fault: { line: 1, message: "a job file is a mapping with url, fields, submit and expect" } };
  }
  keepWrittenTexts(document);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { fault: { line: 1, message: error instanceof Error ? error.message : String(error) } };
  }
  const checked = check(value);
  if ("job" in checked) return checked;
  const { path, message } = checked;
  const named = path.length === 0 ? message : `${nameOf(path)}: ${message}`;
  return { fault: { line: lineOf(document, lines, path), message: named } };
};

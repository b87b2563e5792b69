import { type CommandEnvelope, commandEnvelopeSchema, limits, RuntimeError } from "../contract/index.ts";
import { patternFault } from "./matchText.ts";

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The deepest issue of a zod error: inside a union, that of the branch that came furthest. */
const deepestIssue = (issues: readonly Issue[], prefix: readonly PropertyKey[] = []): Found => {
  let best: Found = { path: prefix, message: "invalid" };
  for (const issue of issues) {
    const path = [...prefix, ...issue.path];
    const own = issue.keys?.[0] === undefined ? path : [...path, issue.keys[0]];
    const inner = (issue.errors ?? []).map((branch) => deepestIssue(branch, path));
    for (const found of [{ path: own, message: issue.message }, ...inner]) {
      if (best.message === "invalid" || found.path.length > best.path.length) best = found;
    }
  }
  return best;
};

interface Found {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** `invalidRequest` with the JSON pointer of what is wrong. */
export const invalidRequest = (error: { readonly issues: readonly Issue[] }): RuntimeError => {
  const { path, message } = deepestIssue(error.issues);
  const pointer = pointerOf(path);
  return new RuntimeError("invalidRequest", `${pointer === "" ? "the request" : pointer}: ${message}`, {
    pointer,
  });
};

const checkPatterns = (value: unknown, path: readonly PropertyKey[]): void => {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const fault = key === "regex" && typeof member === "string" ? patternFault(member) : null;
    if (fault !== null) {
      const pointer = pointerOf([...path, key]);
      throw new RuntimeError("invalidRequest", `${pointer}: not a usable pattern: ${fault}`, { pointer });
    }
    checkPatterns(member, [...path, key]);
  }
};

/** The envelope, checked in full before anything is journalled. `now`: milliseconds since the epoch. */
export const parseEnvelope = (input: unknown, now: number): CommandEnvelope => {
  const parsed = commandEnvelopeSchema.safeParse(input);
  if (!parsed.success) throw invalidRequest(parsed.error);
  checkPatterns(parsed.data, []);
  const deadline = Date.parse(parsed.data.deadline);
  if (deadline > now + limits.deadlineAheadMs) {
    throw new RuntimeError("invalidRequest", `/deadline: more than ${limits.deadlineAheadMs} ms ahead`, {
      pointer: "/deadline",
    });
  }
  if (deadline <= now)
    throw new RuntimeError("deadlineExceeded", "the deadline had passed before the command began");
  return parsed.data;
};

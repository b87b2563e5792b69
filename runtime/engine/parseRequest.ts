import { RuntimeError } from "../contract/index.ts";
import { patternFault } from "./matchText.ts";

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** How well an issue names the mistake: the deeper the better, and at one depth a key that should not be there first. */
const rank = (found: Found) => found.path.length * 2 + (found.unknownKey ? 1 : 0);

/** The issue that names the mistake best: inside a union, that of the branch that came furthest. */
const bestIssue = (issues: readonly Issue[], prefix: readonly PropertyKey[] = []): Found => {
  const found = issues.flatMap((issue): Found[] => {
    const path = [...prefix, ...issue.path];
    const key = issue.keys?.[0];
    const own = {
      path: key === undefined ? path : [...path, key],
      message: issue.message,
      unknownKey: key !== undefined,
    };
    return [own, ...(issue.errors ?? []).map((branch) => bestIssue(branch, path))];
  });
  return found.reduce((best, one) => (rank(one) > rank(best) ? one : best), found[0] ?? nothingSaid(prefix));
};

const nothingSaid = (path: readonly PropertyKey[]): Found => ({
  path,
  message: "invalid",
  unknownKey: false,
});

/** What is used of a schema. */
interface Schema<T> {
  safeParse(
    input: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}
interface Found {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly unknownKey: boolean;
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** `invalidRequest` with the JSON pointer of what is wrong. */
export const invalidRequest = (error: { readonly issues: readonly Issue[] }): RuntimeError => {
  const { path, message } = bestIssue(error.issues);
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

/** A request as its schema and the pattern engine take it, or `invalidRequest` naming what is wrong. */
export const parseRequest = <T>(schema: Schema<T>, input: unknown): T => {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidRequest(parsed.error);
  checkPatterns(parsed.data, []);
  return parsed.data;
};

import { expect, test } from "vitest";
import { RuntimeError } from "../contract/index.ts";
import { parseEnvelope, refusePassedDeadline } from "./parseEnvelope.ts";

const id = "00000000-0000-4000-8000-000000000001";
const now = Date.parse("2026-01-01T00:00:00.000Z");
const submit = {
  kind: "submitAndVerify",
  input: { purpose: "send it", expectedState: { text: { matcher: { contains: "Thank you" } } } },
};
const envelope = {
  schemaVersion: 2,
  commandId: id,
  workflowId: id,
  attemptId: id,
  sessionId: id,
  pageId: id,
  deadline: "2026-01-01T00:01:00.000Z",
  command: { kind: "intent", input: submit },
};
const withInput = (input: unknown) => ({ ...envelope, command: { kind: "intent", input } });
const withSubmit = (more: object) => withInput({ ...submit, input: { ...submit.input, ...more } });
const deep = (levels: number): unknown =>
  levels === 0 ? { document: { ready: "complete" } } : { not: deep(levels - 1) };

const failureOf = (input: unknown): RuntimeError => {
  try {
    parseEnvelope(input, now);
  } catch (error) {
    if (error instanceof RuntimeError) return error;
    throw error;
  }
  throw new Error("it was accepted");
};

test("a well-formed envelope is taken, defaults filled in", () => {
  expect(parseEnvelope(envelope, now).command.input).toMatchObject({
    kind: "submitAndVerify",
    input: { hints: {} },
  });
});

test.each<[string, unknown, string]>([
  ["no object", null, ""],
  ["an unknown field", { ...envelope, extra: 1 }, "/extra"],
  ["an unknown field deep down", withSubmit({ boundary: true }), "/command/input/input/boundary"],
  ["a wrong type", { ...envelope, pageId: 7 }, "/pageId"],
  ["an upper-case id", { ...envelope, commandId: id.replace("8000", "800A") }, "/commandId"],
  ["another schema version", { ...envelope, schemaVersion: 1 }, "/schemaVersion"],
  ["an unknown command", withInput({ kind: "hack", input: {} }), "/command/input/kind"],
  ["an empty purpose", withSubmit({ purpose: "" }), "/command/input/input/purpose"],
  ["a purpose over 256 bytes", withSubmit({ purpose: "ü".repeat(129) }), "/command/input/input/purpose"],
  [
    "a condition with an unknown matcher",
    withSubmit({ expectedState: { text: { matcher: { like: "x" } } } }),
    "/command/input/input/expectedState/text/matcher/like",
  ],
  [
    "a condition nested without end",
    withSubmit({ expectedState: deep(40) }),
    `/command/input/input/expectedState${"/not".repeat(9)}`,
  ],
  [
    "a pattern over 256 characters",
    withSubmit({ expectedState: { url: { matcher: { regex: "a".repeat(257) } } } }),
    "/command/input/input/expectedState/url/matcher/regex",
  ],
  [
    "a pattern that is none",
    withSubmit({ expectedState: { url: { matcher: { regex: "(" } } } }),
    "/command/input/input/expectedState/url/matcher/regex",
  ],
  ["a deadline over 5 minutes ahead", { ...envelope, deadline: "2026-01-01T00:05:00.001Z" }, "/deadline"],
  [
    "a file address",
    withSubmit({ probe: { url: "file:///etc/passwd", applied: submit.input.expectedState } }),
    "/command/input/input/probe/url",
  ],
])("%s is invalidRequest and the pointer says where", (_, input, pointer) => {
  const failure = failureOf(input);
  expect(failure.code).toBe("invalidRequest");
  expect(failure.pointer).toBe(pointer);
});

test.each([
  ["value and secret", { kind: "setText", value: "a", secret: "B" }],
  ["neither value nor secret", { kind: "enter" }],
  ["a text over 64 KiB", { kind: "setText", value: "x".repeat(65_537) }],
  ["a secret's name with a path in it", { kind: "enter", secret: "../x" }],
])("a field with %s is refused", (_, value) => {
  const fill = { kind: "fill", input: { purpose: "name", value } };
  expect(failureOf(withInput(fill)).code).toBe("invalidRequest");
});

test("fields of one form must have different names", () => {
  const field = { name: "a", purpose: "name", value: { kind: "clear" } };
  const form = { kind: "completeForm", input: { purpose: "form", fields: [field, field] } };
  expect(failureOf(withInput(form)).pointer).toBe("/command/input/input/fields");
});

test("a deadline that has passed is deadlineExceeded, for a command that is not known yet", () => {
  const late = parseEnvelope({ ...envelope, deadline: "2025-12-31T23:59:59.000Z" }, now);
  expect(() => refusePassedDeadline(late, now)).toThrow(
    expect.objectContaining({ code: "deadlineExceeded" }),
  );
});

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { planSteps } from "./steps.mjs";

const root = dirname(dirname(import.meta.dirname));

function names(only?: string): string[] {
  return planSteps({ root, scratch: "/scratch", only }).map((step) => step.name);
}

test("the fast checks come first and the browser tests last", () => {
  expect(names()).toEqual([
    "format and lint",
    "types",
    "import boundaries",
    "unused code",
    "unit tests",
    "browser tests",
  ]);
});

test.each([
  ["check", 4],
  ["unit", 1],
  ["e2e", 1],
])("--only %s leaves %i of the steps", (only, count) => {
  expect(names(only)).toHaveLength(count);
});

test("every step runs an installed program with this Node, through no shell and no npx", () => {
  for (const { command } of planSteps({ root, scratch: "/scratch" })) {
    expect(command[0]).toBe(process.execPath);
    expect(existsSync(command[1] ?? "")).toBe(true);
  }
});

// The steps of `npm test` as data, in the order in which they run.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ kind: "vitest" | "playwright", path: string }} Report
 * @typedef {{ name: string, group: "check" | "unit" | "e2e", command: string[], env?: Record<string, string>, report?: Report }} Step
 */

/**
 * @param {{ root: string, scratch: string, only?: string | undefined }} input `scratch` is a folder for reports
 * @returns {Step[]}
 */
export function planSteps({ root, scratch, only }) {
  /** @param {string} name @param {readonly string[]} args @param {string} [packageName] */
  const tool = (name, args, packageName = name) => [
    process.execPath,
    binaryOf(root, packageName, name),
    ...args,
  ];
  const vitestReport = join(scratch, "vitest.json");
  const playwrightReport = join(scratch, "playwright.json");

  /** @type {Step[]} */
  const steps = [
    {
      name: "format and lint",
      group: "check",
      command: tool("biome", ["check", "--error-on-warnings", "."], "@biomejs/biome"),
    },
    { name: "types", group: "check", command: tool("tsc", ["--noEmit", "-p", "."], "typescript") },
    {
      name: "import boundaries",
      group: "check",
      command: tool("depcruise", ["--config", ".dependency-cruiser.cjs", "."], "dependency-cruiser"),
    },
    { name: "unused code", group: "check", command: tool("knip", []) },
    {
      name: "unit tests",
      group: "unit",
      command: tool("vitest", [
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${vitestReport}`,
      ]),
      report: { kind: "vitest", path: vitestReport },
    },
    {
      name: "browser tests",
      group: "e2e",
      command: tool(
        "playwright",
        ["test", "--reporter=list,json", `--output=${join(scratch, "playwright")}`],
        "@playwright/test",
      ),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
      report: { kind: "playwright", path: playwrightReport },
    },
  ];
  return steps.filter((step) => only === undefined || step.group === only);
}

// Run by this very Node: no shell and no `.cmd` file on Windows.
/** @param {string} root @param {string} packageName @param {string} name */
function binaryOf(root, packageName, name) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[name]);
}

// The one command behind `npm test`: every check and every test, the fast ones first, counted at the end.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArguments } from "./test/arguments.mjs";
import { readCounts } from "./test/counts.mjs";
import { runStep } from "./test/runStep.mjs";
import { planSteps } from "./test/steps.mjs";
import { summarize } from "./test/summary.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { only, usage } = parseArguments(process.argv.slice(2));
if (usage) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "holdfast-test-"));
const results = [];
for (const step of planSteps({ root, scratch, only })) {
  process.stdout.write(`\n▸ ${step.name}\n`);
  const { exitCode, seconds } = await runStep(step, root);
  const counts = step.report ? readCounts(step.report) : undefined;
  results.push({ name: step.name, exitCode, seconds, counts });
  if (exitCode !== 0) break;
}

const { lines, exitCode } = summarize(results, { testsExpected: only !== "check" });
// What a failed browser test left behind is worth a look.
const nothingToSee = exitCode === 0 || readdirSync(scratch).length === 0;
if (nothingToSee) rmSync(scratch, { recursive: true, force: true });
else process.stdout.write(`\nReports and traces of this run: ${scratch}\n`);
process.stdout.write(`\n${lines.join("\n")}\n`);
process.exitCode = exitCode;

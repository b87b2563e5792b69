// Makes this checkout runnable: packages and a browser. Needs nothing but Node; a second run does nothing.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeProblem } from "./bootstrap/nodeVersion.mjs";

const problem = nodeProblem(process.versions.node);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
// Imported late, so that an old Node reads the sentence above and no syntax error.
const { bootstrap } = await import("./bootstrap/main.mjs");
process.exitCode = await bootstrap(dirname(dirname(fileURLToPath(import.meta.url))));

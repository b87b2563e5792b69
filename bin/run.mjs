// Runs a TypeScript entry of this repository: `node bin/run.mjs demo/main.ts`.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { register } from "tsx/esm/api";

register();
const [entry] = process.argv.splice(2, 1);
if (!entry) {
  process.stderr.write("usage: node bin/run.mjs <entry.ts> [arguments]\n");
  process.exit(2);
}
await import(pathToFileURL(resolve(entry)).href);

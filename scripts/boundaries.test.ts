import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// A file and what it imports; an import of types alone is written `type:<module>`.
type Tree = Readonly<Record<string, readonly string[]>>;

const root = dirname(import.meta.dirname);
const configPath = join(root, ".dependency-cruiser.cjs");
const ruleNames: readonly string[] = createRequire(import.meta.url)(configPath).forbidden.map(
  (rule: { name: string }) => rule.name,
);

const packages =
  "zod re2js playwright playwright-core proxy-chain better-sqlite3 pg commander pino yaml hono @hono/node-server @modelcontextprotocol/server prom-client @playwright/test tsx vitest fast-check".split(
    " ",
  );

const allowed: Tree = {
  "runtime/runtime.ts": [
    "./contract/index.ts",
    "./engine/executor.ts",
    "./sessions/sessions.ts",
    "node:crypto",
  ],
  "runtime/contract/index.ts": ["zod", "./other.ts"],
  "runtime/contract/other.ts": [],
  "runtime/ports/clock.ts": ["../contract/index.ts"],
  "runtime/engine/deadline.ts": ["../ports/clock.ts", "node:timers"],
  "runtime/engine/executor.ts": [
    "./deadline.ts",
    "re2js",
    "../sessions/sessions.ts",
    "../evidence/capture.ts",
  ],
  "runtime/engine/livePages.ts": ["../ports/clock.ts"],
  "runtime/engine/mutex.ts": [],
  "runtime/sessions/sessions.ts": [
    "../engine/deadline.ts",
    "../engine/livePages.ts",
    "../engine/mutex.ts",
    "../evidence/capture.ts",
    "../ports/clock.ts",
  ],
  "runtime/evidence/capture.ts": ["../engine/deadline.ts", "../contract/index.ts", "node:crypto"],
  "runtime/guard/gate.ts": ["playwright", "proxy-chain", "../ports/clock.ts"],
  "runtime/browser/launch.ts": ["playwright", "../contract/index.ts", "./findBrowser.mjs"],
  "runtime/browser/findBrowser.mjs": ["node:fs"],
  "intents/fill.ts": [
    "../runtime/contract/index.ts",
    "../runtime/ports/clock.ts",
    "../runtime/engine/deadline.ts",
  ],
  "storage/sqlite/open.ts": ["better-sqlite3", "node:fs", "../../runtime/ports/clock.ts"],
  "storage/memory.ts": ["../runtime/contract/index.ts"],
  "storage/contractSuite.ts": ["vitest", "fast-check", "../runtime/ports/clock.ts"],
  "storage/memory.test.ts": ["vitest", "./contractSuite.ts", "../fixtures/main.ts"],
  "gateway/index.ts": ["./compose.ts", "./client/index.ts"],
  "gateway/compose.ts": [
    "../runtime/browser/launch.ts",
    "../intents/fill.ts",
    "../storage/memory.ts",
    "pino",
    "node:http",
  ],
  "gateway/http/app.ts": ["hono", "@hono/node-server", "zod"],
  "gateway/mcp/server.ts": ["@modelcontextprotocol/server"],
  "gateway/cli/main.ts": ["commander", "yaml", "../compose.ts"],
  "gateway/client/index.ts": ["../../runtime/contract/index.ts"],
  "fixtures/main.ts": ["node:http", "zod"],
  "fixtures/testClient.ts": ["vitest", "./main.ts"],
  "demo/main.ts": ["../gateway/index.ts", "../fixtures/main.ts", "node:fs"],
  "e2e/once.spec.ts": [
    "@playwright/test",
    "../gateway/index.ts",
    "../gateway/client/index.ts",
    "../fixtures/main.ts",
  ],
  "e2e/harness.ts": ["@playwright/test", "../runtime/contract/index.ts", "node:fs"],
  "bench/ratio.ts": ["@playwright/test", "../gateway/index.ts"],
  "bin/holdfast.mjs": ["../gateway/cli/main.ts", "tsx"],
  "scripts/bootstrap.mjs": ["../runtime/browser/findBrowser.mjs", "node:fs"],
};

const onlyItsRow = "imports only what its row allows";
const violations: Readonly<Record<string, Tree>> = {
  [`runtime/contract ${onlyItsRow}`]: {
    "runtime/contract/bad.ts": ["type:../ports/clock.ts", "../../intents/fill.ts", "node:fs", "pino"],
  },
  [`runtime/ports ${onlyItsRow}`]: { "runtime/ports/bad.ts": ["../engine/executor.ts", "zod", "node:fs"] },
  [`runtime/engine ${onlyItsRow}`]: {
    "runtime/engine/bad.ts": [
      "../browser/launch.ts",
      "../guard/gate.ts",
      "../../intents/fill.ts",
      "../../storage/memory.ts",
      "pino",
    ],
  },
  [`runtime/sessions ${onlyItsRow}`]: {
    "runtime/sessions/bad.ts": ["../engine/executor.ts", "type:../browser/launch.ts", "zod"],
  },
  [`runtime/evidence ${onlyItsRow}`]: {
    "runtime/evidence/bad.ts": ["../sessions/sessions.ts", "../../storage/memory.ts"],
  },
  [`runtime/guard ${onlyItsRow}`]: {
    "runtime/guard/bad.ts": ["../browser/launch.ts", "../engine/executor.ts", "commander"],
  },
  [`runtime/browser ${onlyItsRow}`]: {
    "runtime/browser/bad.ts": ["../sessions/sessions.ts", "../../gateway/compose.ts", "better-sqlite3"],
  },
  [`intents ${onlyItsRow}`]: {
    "intents/bad.ts": [
      "../runtime/browser/launch.ts",
      "../runtime/engine/executor.ts",
      "../storage/memory.ts",
      "node:fs",
      "zod",
    ],
  },
  [`storage ${onlyItsRow}`]: {
    "storage/bad.ts": ["../runtime/engine/deadline.ts", "../gateway/compose.ts", "pino"],
  },
  [`gateway ${onlyItsRow}`]: { "gateway/bad.ts": ["better-sqlite3", "tsx"] },
  [`gateway/client ${onlyItsRow}`]: {
    "gateway/client/bad.ts": ["../compose.ts", "type:../../runtime/ports/clock.ts", "zod", "node:fs"],
  },
  [`fixtures ${onlyItsRow}`]: { "fixtures/bad.ts": ["../runtime/contract/index.ts", "hono"] },
  [`demo ${onlyItsRow}`]: {
    "demo/bad.ts": ["../gateway/compose.ts", "../storage/memory.ts", "@playwright/test"],
  },
  [`e2e ${onlyItsRow}`]: {
    "e2e/bad.ts": ["../gateway/compose.ts", "../runtime/engine/executor.ts", "playwright"],
  },
  [`bench ${onlyItsRow}`]: { "bench/bad.ts": ["../runtime/browser/launch.ts", "pino"] },
  [`prove ${onlyItsRow}`]: { "prove/bad.ts": ["../gateway/compose.ts", "commander"] },
  [`faults ${onlyItsRow}`]: { "faults/bad.ts": ["../gateway/compose.ts", "playwright"] },
  [`model ${onlyItsRow}`]: { "model/bad.ts": ["../gateway/compose.ts", "playwright"] },
  [`bin ${onlyItsRow}`]: { "bin/bad.mjs": ["../gateway/compose.ts", "commander"] },
  [`scripts ${onlyItsRow}`]: { "scripts/bad.mjs": ["../gateway/index.ts", "zod"] },
  "a file directly in runtime joins the core and knows no browser": {
    "runtime/bad.ts": ["./browser/launch.ts", "./guard/gate.ts", "../storage/memory.ts", "zod"],
  },
  "every folder of the runtime has a row": { "runtime/extra/new.ts": ["node:fs"] },
  "no cycles": { "storage/cycleA.ts": ["type:./cycleB.ts"] },
  "product code imports no test code": {
    "gateway/leak.ts": [
      "./leak.test.ts",
      "../storage/contractSuite.ts",
      "../fixtures/main.ts",
      "../e2e/harness.ts",
    ],
  },
  "playwright is imported in runtime/browser and runtime/guard only": {
    "gateway/driver.ts": ["playwright", "type:playwright-core"],
  },
  "every import resolves": { "storage/typo.ts": ["./noSuchFile.ts", "no-such-package"] },
};

// What the violations need to be there.
const bystanders: Tree = {
  "storage/cycleB.ts": ["./cycleA.ts"],
  "gateway/leak.test.ts": ["vitest"],
};

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

let folder = "";
let found: readonly Violation[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-boundaries-"));
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    write(`node_modules/${name}/index.js`, "");
  }
  for (const tree of [allowed, bystanders, ...Object.values(violations)]) plant(tree);
  found = cruise();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every rule has a deliberate violation here", () => {
  expect(Object.keys(violations).sort()).toEqual([...ruleNames].sort());
});

test.each(Object.entries(violations))("the rule fires: %s", (rule, tree) => {
  for (const [file, imports] of Object.entries(tree)) {
    const broken = found.filter((violation) => violation.rule.name === rule && violation.from === file);
    expect(broken, `${file} breaks it with each of its imports`).toHaveLength(imports.length);
  }
});

test("what the table allows breaks no rule", () => {
  expect(found.filter((violation) => violation.from in allowed)).toEqual([]);
});

function plant(tree: Tree): void {
  for (const [file, imports] of Object.entries(tree)) write(file, imports.map(importLine).join("\n"));
}

function importLine(line: string, index: number): string {
  const [, type, module] = /^(type:)?(.*)$/.exec(line) ?? [];
  const statement = type ? `import type { T } from "${module}";` : `import * as m${index} from "${module}";`;
  return `${statement}\nexport const used${index} = ${type ? "null" : `m${index}`};`;
}

function write(file: string, text: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function cruise(): readonly Violation[] {
  const binary = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [binary, "--config", configPath, "--output-type", "json", "."];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64e6,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout).summary.violations;
}

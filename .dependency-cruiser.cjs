// Who may import whom: the table of the house style, as data. scripts/boundaries.test.ts sees every rule fire.

// Left: the folder. `ours`: what of ours it may import besides itself. `packages`: all it may import from npm.
// `node`: may it use Node's own modules? `without`: folders inside it that have a row of their own.
const publicEntries = ["gateway/index.ts", "gateway/client/index.ts", "runtime/contract/"];
const core = ["runtime/contract/", "runtime/ports/"];
const deadline = "runtime/engine/deadline.ts";
// Leaves of the engine: sessions hand it live pages, and take turns with its mutex. The rest of it is above them.
const engineLeaves = [
  deadline,
  "runtime/engine/livePages.ts",
  "runtime/engine/mutex.ts",
  "runtime/engine/seal.ts",
];
const nothing = [];

const table = {
  "runtime/contract": { ours: nothing, packages: ["zod"], node: false },
  "runtime/ports": { ours: ["runtime/contract/"], packages: nothing, node: false },
  "runtime/engine": {
    ours: [...core, "runtime/sessions/", "runtime/evidence/"],
    packages: ["re2js"],
    node: true,
  },
  "runtime/sessions": {
    ours: [...core, ...engineLeaves, "runtime/evidence/"],
    packages: nothing,
    node: true,
  },
  "runtime/evidence": { ours: [...core, deadline], packages: nothing, node: true },
  "runtime/guard": { ours: core, packages: ["playwright", "proxy-chain", "zod"], node: true },
  "runtime/browser": { ours: core, packages: ["playwright", "proxy-chain", "zod"], node: true },
  intents: { ours: [...core, deadline], packages: nothing, node: false },
  storage: { ours: core, packages: ["better-sqlite3", "pg", "zod"], node: true },
  gateway: {
    ours: ["runtime/", "intents/", "storage/"],
    packages: ["commander", "pino", "yaml", "zod", "hono", "@hono/", "@modelcontextprotocol/", "prom-client"],
    node: true,
    without: ["gateway/client/"],
  },
  "gateway/client": { ours: ["runtime/contract/"], packages: nothing, node: false },
  fixtures: { ours: nothing, packages: ["zod"], node: true },
  demo: { ours: [...publicEntries, "fixtures/"], packages: nothing, node: true },
  e2e: { ours: [...publicEntries, "fixtures/", "demo/"], packages: ["@playwright/test"], node: true },
  bench: { ours: [...publicEntries, "fixtures/"], packages: ["@playwright/test"], node: true },
  // The proof takes the guard itself apart: it is a test of it that runs as a program.
  prove: {
    ours: ["runtime/", "storage/", "e2e/support/", "fixtures/"],
    packages: ["playwright", "zod"],
    node: true,
  },
  // Takes the storage down as a disk would, from outside; what it may not do is reach further up.
  faults: {
    ours: ["runtime/", "storage/", "prove/random.ts"],
    packages: ["better-sqlite3"],
    node: true,
  },
  // The model runs the engine itself, with parts of its own in the place of browser, site and disk.
  model: { ours: ["runtime/", "intents/", "storage/"], packages: ["fast-check"], node: true },
  bin: { ours: ["gateway/cli/main.ts"], packages: ["tsx"], node: true },
  scripts: {
    ours: ["runtime/browser/findBrowser.", "runtime/contract/errors.ts"],
    packages: nothing,
    node: true,
  },
};

// Tests, and what they share (contractSuite.ts, testClient.ts), may use the test tools, fixtures and the memory store.
const testCode = String.raw`\.(test|spec)\.[cm]?tsx?$|/testing/|/(contractSuite|test[A-Z]\w*)(\.ts$|/)`;
const product = "^(runtime|intents|storage|gateway|bin)/";

function rowRule([folder, { ours, packages, node, without = [] }]) {
  const allowed = [
    ...[`${folder}/`, ...ours].map((path) => `^${literal(path)}`),
    ...packages.map((name) => `(^|/)node_modules/${literal(name.replace(/\/?$/, "/"))}`),
  ];
  return {
    name: `${folder} imports only what its row allows`,
    severity: "error",
    from: { path: `^${folder}/`, pathNot: [testCode, ...without.map((path) => `^${path}`)] },
    to: { pathNot: allowed, ...(node ? { dependencyTypesNot: ["core"] } : {}) },
  };
}

function literal(path) {
  return path.replace(/[.@+]/g, (character) => `\\${character}`);
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(table).map(rowRule),
    {
      name: "a file directly in runtime joins the core and knows no browser",
      severity: "error",
      from: { path: "^runtime/[^/]+$", pathNot: testCode },
      to: {
        pathNot: ["^runtime/(contract|ports|engine|sessions|evidence)/", "^runtime/[^/]+$"],
        dependencyTypesNot: ["core"],
      },
    },
    {
      name: "every folder of the runtime has a row",
      severity: "error",
      from: {
        path: "^runtime/[^/]+/",
        pathNot: [testCode, ...Object.keys(table).map((folder) => `^${folder}/`)],
      },
      to: {},
    },
    {
      name: "no cycles",
      comment: "a cycle through types alone is a cycle as well",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "product code imports no test code",
      severity: "error",
      from: { path: product, pathNot: testCode },
      to: { path: ["^(e2e|fixtures|bench|demo)/", testCode] },
    },
    {
      name: "playwright is imported in runtime/browser and runtime/guard only",
      severity: "error",
      from: {
        path: "^(runtime|intents|storage|gateway|fixtures|demo|bench|bin)/",
        pathNot: ["^runtime/(browser|guard)/", testCode],
      },
      to: { path: "(^|/)node_modules/playwright(-core)?/" },
    },
    {
      name: "every import resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    exclude: { path: String.raw`^(\.git|\.holdfast|dist|test-results|playwright-report|coverage)/` },
    doNotFollow: { path: "(^|/)node_modules/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".mjs", ".js", ".cjs", ".json", ".d.ts", ".d.mts"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};

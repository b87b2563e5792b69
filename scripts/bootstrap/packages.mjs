// Brings node_modules in line with package-lock.json.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { decideInstall, installKey, sameInstall } from "./installState.mjs";
import { gist, lastLines, runStep, say } from "./runStep.mjs";
import { SetupError } from "./setupError.mjs";
import { readJson, readStamp, removeStamp } from "./stamp.mjs";

const binding = "better-sqlite3/build/Release/better_sqlite3.node";
const openDatabase = "new (require('better-sqlite3'))(':memory:').close()";

/** What decideInstall needs, read from disk. @param {string} root */
export function readInstallState(root) {
  const modules = join(root, "node_modules");
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  const manifest = readJson(join(root, "package.json"));
  const { platform, arch } = process;
  return {
    hasModules: existsSync(modules),
    stampKey: readStamp(root)?.key,
    key: installKey({ lockText, manifest, modulesAbi: process.versions.modules, platform, arch }),
    hasNativeBinding: existsSync(join(modules, binding)),
    get sameAsLock() {
      const installed = readJson(join(modules, ".package-lock.json"));
      return sameInstall({ manifest, lock: JSON.parse(lockText), installed });
    },
  };
}

/** @param {string} root @returns {Promise<string>} the key to stamp */
export async function ensurePackages(root) {
  const state = readInstallState(root);
  const decision = decideInstall(state);
  if (decision.action === "keep") return state.key;
  if (decision.action === "adopt") {
    const adopted = await tryDatabase(root);
    if (adopted.ok) return state.key;
  }
  await install(
    root,
    decision.action === "install" ? decision.why : "better-sqlite3 does not load in this Node",
  );
  return state.key;
}

/** @param {string} root @param {string} why */
async function install(root, why) {
  removeStamp(root);
  say(`Installing packages: ${why}. Compiling better-sqlite3, if it must be, takes about two minutes.`);
  const result = await runStep({
    title: "npm ci",
    ...npmCommand(["ci", "--include=dev", "--no-audit", "--no-fund"]),
    cwd: root,
    timeoutMs: 20 * 60_000,
  });
  if (!result.ok) {
    say(gist(result.output));
    throw new SetupError(
      "The packages could not be installed: npm's own words are above; it needs its registry and, where no compiled better-sqlite3 can be downloaded, Python, make and a C++ compiler.",
    );
  }
  const loads = await tryDatabase(root);
  if (!loads.ok) {
    say(lastLines(loads.output, 10));
    throw new SetupError(
      "better-sqlite3 was installed but does not load: see that npm may run its install script (`npm config get ignore-scripts` must say false), delete node_modules and run this again.",
    );
  }
}

/** @param {string} root */
function tryDatabase(root) {
  return runStep({ command: [process.execPath, "-e", openDatabase], cwd: root, timeoutMs: 60_000 });
}

// Under `npm run` the very npm that runs us is known, and needs no shell on Windows.
/** @param {readonly string[]} args */
function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli && basename(cli) === "npm-cli.js") return { command: [process.execPath, cli, ...args] };
  return { command: ["npm", ...args], shell: process.platform === "win32" };
}

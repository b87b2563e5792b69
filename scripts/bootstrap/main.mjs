// The order of things: ready already? If not: one at a time, packages first, then a browser.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findBrowser, isExecutableFile } from "../../runtime/browser/findBrowser.mjs";
import { ensureBrowser } from "./browser.mjs";
import { decideInstall } from "./installState.mjs";
import { takeLock } from "./lock.mjs";
import { ensurePackages, readInstallState } from "./packages.mjs";
import { browserRemedies } from "./remedies.mjs";
import { lastLines, runStep, say } from "./runStep.mjs";
import { SetupError } from "./setupError.mjs";
import { askedBrowser, browserStillGood, readStamp, writeStamp } from "./stamp.mjs";

/** @param {string} root the checkout @returns {Promise<number>} the exit code */
export async function bootstrap(root) {
  try {
    const browser = readyBrowser(root) ?? (await makeReady(root));
    say(`ready: Node ${process.versions.node}, browser ${browser.path} (${browser.source})`);
    return 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** The stamped browser if nothing at all is to be done. @param {string} root */
function readyBrowser(root) {
  const browser = readStamp(root)?.browser;
  if (!browserStillGood(browser, askedBrowser(process.env), isExecutableFile)) return undefined;
  return decideInstall(readInstallState(root)).action === "keep" ? browser : undefined;
}

/** @param {string} root */
async function makeReady(root) {
  const release = await takeLock({
    root,
    onWait: (pid) => say(`Waiting for another setup of this checkout (process ${pid}) …`),
  });
  process.once("exit", release);
  try {
    const key = await ensurePackages(root);
    const browser = await ensureBrowser({
      find: async () => findBrowser({ playwrightPath: await playwrightPath(root) }),
      startProblem: (path) => startProblem(root, path),
      wasAskedFor: Boolean(process.env.HOLDFAST_BROWSER),
      remedies: browserRemedies(root),
      say,
    });
    writeStamp(root, { key, browser: { ...browser, asked: askedBrowser(process.env) } });
    return browser;
  } finally {
    release();
  }
}

/** @param {string} root @returns {Promise<string>} */
async function playwrightPath(root) {
  const { chromium } = await import(pathToFileURL(join(root, "node_modules/playwright/index.mjs")).href);
  return chromium.executablePath();
}

// Elsewhere `--version` opens a window, or the system has brought all the libraries.
/** @param {string} root @param {string} path */
async function startProblem(root, path) {
  if (process.platform !== "linux") return "";
  const result = await runStep({ command: [path, "--version"], cwd: root, timeoutMs: 60_000 });
  return result.ok ? "" : lastLines(result.output, 1) || result.problem;
}

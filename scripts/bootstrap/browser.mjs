// Finds a browser that starts, or climbs the ladder of remedies until one does.
import { SetupError } from "./setupError.mjs";

/**
 * @typedef {import("../../runtime/browser/findBrowser.d.mts").FoundBrowser} FoundBrowser
 * @typedef {import("../../runtime/browser/findBrowser.d.mts").MissingBrowser} MissingBrowser
 * @typedef {{ readonly name: string, readonly applies: (browser: Unusable) => boolean | Promise<boolean>,
 *   readonly run: () => Promise<string> }} Remedy `run` returns what went wrong, or ""
 * @typedef {{ readonly tried: readonly string[], readonly reason: string, readonly broken?: FoundBrowser }} Unusable
 */

/**
 * @param {{ find: () => Promise<FoundBrowser | MissingBrowser>, startProblem: (path: string) => Promise<string>,
 *   wasAskedFor: boolean, remedies: readonly Remedy[], say: (line: string) => void }} io
 * @returns {Promise<FoundBrowser>}
 */
export async function ensureBrowser(io) {
  let browser = await look(io);
  // Somebody who names a browser wants that one: installing another would not help.
  for (const remedy of io.wasAskedFor ? [] : io.remedies) {
    if ("path" in browser) return browser;
    if (!(await remedy.applies(browser))) continue;
    const problem = await remedy.run();
    if (problem) io.say(`${remedy.name}: ${problem}; going on without it.`);
    browser = await look(io);
  }
  if ("path" in browser) return browser;
  throw new SetupError(adviceFor(browser, io.wasAskedFor));
}

/**
 * @param {{ find: () => Promise<FoundBrowser | MissingBrowser>, startProblem: (path: string) => Promise<string> }} io
 * @returns {Promise<FoundBrowser | Unusable>}
 */
async function look({ find, startProblem }) {
  const found = await find();
  if (found.missing) return { tried: found.tried, reason: found.reason };
  const problem = await startProblem(found.path);
  if (!problem) return found;
  return {
    tried: [found.path],
    reason: `the browser ${found.path} does not start (${problem})`,
    broken: found,
  };
}

/** @param {Unusable} browser @param {boolean} wasAskedFor */
function adviceFor({ reason, broken }, wasAskedFor) {
  if (wasAskedFor) return broken ? `HOLDFAST_BROWSER cannot be used: ${reason}.` : `${reason}.`;
  return `Holdfast needs a browser: ${reason}; install Chrome or Chromium, or set HOLDFAST_BROWSER to a browser's path, and run this again.`;
}

// What the last successful bootstrap found. It lives in node_modules, so it goes when they go.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ path: string, source: string, asked: string }} StampedBrowser
 * @typedef {{ key: string, browser: StampedBrowser }} Stamp
 */

/** @param {string} root */
const stampPath = (root) => join(root, "node_modules", ".holdfast-bootstrap.json");

/** @param {string} root @returns {Stamp | undefined} */
export function readStamp(root) {
  return readJson(stampPath(root));
}

/** @param {string} root @param {Stamp} stamp */
export function writeStamp(root, stamp) {
  const partial = `${stampPath(root)}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(stamp)}\n`);
  renameSync(partial, stampPath(root));
}

/** @param {string} root */
export function removeStamp(root) {
  rmSync(stampPath(root), { force: true });
}

/**
 * The parsed file, or undefined if it is not there or not JSON.
 * @param {string} path @returns {any}
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * A stamped browser is good until the wish, or the file, is gone.
 * @param {StampedBrowser | undefined} browser @param {string} asked @param {(path: string) => boolean} exists
 */
export function browserStillGood(browser, asked, exists) {
  return browser !== undefined && browser.asked === asked && exists(browser.path);
}

/**
 * The environment variables that decide which browser is found.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function askedBrowser(env) {
  return JSON.stringify([env.HOLDFAST_BROWSER ?? "", env.PLAYWRIGHT_BROWSERS_PATH ?? ""]);
}

// Pure: is what lies in node_modules what package-lock.json asks for?
import { createHash } from "node:crypto";

/**
 * @typedef {Readonly<Record<string, unknown>>} Json
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage & Json> }} Lock
 */

const dependencyFields = ["dependencies", "devDependencies", "optionalDependencies"];

/**
 * Changes whenever a new install is due.
 * @param {{ lockText: string, manifest: Json, modulesAbi: string, platform: string, arch: string }} input
 */
export function installKey({ lockText, manifest, modulesAbi, platform, arch }) {
  const asked = [...dependencyFields, "allowScripts"].map((field) => manifest[field] ?? {});
  const all = JSON.stringify([lockText, asked, modulesAbi, platform, arch]);
  return createHash("sha256").update(all).digest("hex");
}

/**
 * Has npm already installed exactly this lock? (`installed` is npm's own record, node_modules/.package-lock.json.)
 * @param {{ manifest: Json, lock: Lock, installed: Lock | undefined }} input
 */
export function sameInstall({ manifest, lock, installed }) {
  const wanted = lock.packages ?? {};
  const present = installed?.packages;
  if (!present || !sameRequests(manifest, wanted[""] ?? {})) return false;
  // npm leaves out optional packages made for another platform.
  const wantedThere = Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" || samePackage(entry, present[path]) || (!present[path] && entry.optional === true),
  );
  return wantedThere && Object.keys(present).every((path) => path in wanted);
}

/** @param {Json} manifest @param {Json} locked */
function sameRequests(manifest, locked) {
  return dependencyFields.every((field) => sorted(manifest[field]) === sorted(locked[field]));
}

/** @param {unknown} value */
function sorted(value) {
  return JSON.stringify(Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {LockedPackage} a @param {LockedPackage | undefined} b */
function samePackage(a, b) {
  return b !== undefined && a.version === b.version && a.integrity === b.integrity;
}

/**
 * keep: nothing to do. adopt: npm did it before us, so try it and write the stamp. install: run npm.
 * @param {{ hasModules: boolean, stampKey: string | undefined, key: string, hasNativeBinding: boolean, sameAsLock: boolean }} state
 * @returns {{ action: "keep" | "adopt" } | { action: "install", why: string }}
 */
export function decideInstall({ hasModules, stampKey, key, hasNativeBinding, sameAsLock }) {
  if (!hasModules) return { action: "install", why: "no packages are installed yet" };
  if (!hasNativeBinding) return { action: "install", why: "better-sqlite3 is not compiled" };
  if (stampKey === key) return { action: "keep" };
  if (sameAsLock) return { action: "adopt" };
  return { action: "install", why: "the installed packages are out of date" };
}

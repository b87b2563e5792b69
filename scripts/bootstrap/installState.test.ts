import { expect, test } from "vitest";
import { decideInstall, installKey, sameInstall } from "./installState.mjs";

const ready = { hasModules: true, stampKey: "k", key: "k", hasNativeBinding: true, sameAsLock: true };

test("packages that carry the right stamp are kept", () => {
  expect(decideInstall(ready)).toEqual({ action: "keep" });
});

test("what somebody's own npm ci installed from this very lock is adopted, not installed again", () => {
  expect(decideInstall({ ...ready, stampKey: undefined })).toEqual({ action: "adopt" });
  expect(decideInstall({ ...ready, stampKey: "of an older lock" })).toEqual({ action: "adopt" });
});

test.each([
  [{ hasModules: false }, "no packages are installed yet"],
  [{ hasNativeBinding: false }, "better-sqlite3 is not compiled"],
  [{ stampKey: undefined, sameAsLock: false }, "the installed packages are out of date"],
])("with %j npm runs, because %s", (state, why) => {
  expect(decideInstall({ ...ready, ...state })).toEqual({ action: "install", why });
});

const asked = {
  lockText: "{}",
  manifest: { dependencies: { a: "1" }, scripts: { test: "x" } },
  modulesAbi: "115",
  platform: "linux",
  arch: "x64",
};

test.each([
  { lockText: "{ }" },
  { manifest: { dependencies: { a: "2" } } },
  { manifest: { dependencies: { a: "1" }, allowScripts: { a: true } } },
  { modulesAbi: "127" },
  { platform: "darwin" },
  { arch: "arm64" },
])("an install is due again after a change of %j", (change) => {
  expect(installKey({ ...asked, ...change })).not.toBe(installKey(asked));
});

test("a change of the scripts in package.json asks for no new install", () => {
  expect(installKey({ ...asked, manifest: { dependencies: { a: "1" }, scripts: {} } })).toBe(
    installKey(asked),
  );
});

const manifest = { dependencies: { a: "1", b: "2" } };
const lock = {
  packages: {
    "": { dependencies: { b: "2", a: "1" } },
    "node_modules/a": { version: "1.0.0", integrity: "sha-a" },
    "node_modules/other-platform": { version: "3.0.0", optional: true },
  },
};
const a = { version: "1.0.0", integrity: "sha-a" };

test("an install without the optional packages of other platforms is the same install", () => {
  expect(sameInstall({ manifest, lock, installed: { packages: { "node_modules/a": a } } })).toBe(true);
});

test.each([
  ["another version", { "node_modules/a": { ...a, version: "1.0.1" } }],
  ["other bytes", { "node_modules/a": { ...a, integrity: "sha-b" } }],
  ["a required package missing", {}],
  ["a package the lock does not know", { "node_modules/a": a, "node_modules/z": a }],
])("an install with %s is another install", (_, packages) => {
  expect(sameInstall({ manifest, lock, installed: { packages } })).toBe(false);
});

test("an install that npm did not finish, and so did not record, is another install", () => {
  expect(sameInstall({ manifest, lock, installed: undefined })).toBe(false);
});

test("a lock that package.json has outgrown is never adopted", () => {
  const grown = { dependencies: { ...manifest.dependencies, c: "3" } };
  expect(sameInstall({ manifest: grown, lock, installed: { packages: { "node_modules/a": a } } })).toBe(
    false,
  );
});

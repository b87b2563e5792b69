import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askedBrowser, browserStillGood, readStamp, removeStamp, writeStamp } from "./stamp.mjs";

const asked = askedBrowser({});
const browser = { path: "/usr/bin/chromium", source: "system", asked };

test("the stamp written last is the one read, and once removed there is none", () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-stamp-"));
  mkdirSync(join(root, "node_modules"));
  expect(readStamp(root)).toBeUndefined();
  writeStamp(root, { key: "old", browser });
  writeStamp(root, { key: "new", browser });
  expect(readStamp(root)).toEqual({ key: "new", browser });
  removeStamp(root);
  expect(readStamp(root)).toBeUndefined();
  rmSync(root, { recursive: true });
});

test("a stamped browser is good while it exists and the wish is the same", () => {
  expect(browserStillGood(browser, asked, () => true)).toBe(true);
});

test("a stamped browser is looked for anew when it has gone or when there is no stamp", () => {
  expect(browserStillGood(browser, asked, () => false)).toBe(false);
  expect(browserStillGood(undefined, asked, () => true)).toBe(false);
});

test.each(["HOLDFAST_BROWSER", "PLAYWRIGHT_BROWSERS_PATH"])(
  "a stamped browser is looked for anew when %s changes",
  (name) => {
    expect(browserStillGood(browser, askedBrowser({ [name]: "/else" }), () => true)).toBe(false);
  },
);

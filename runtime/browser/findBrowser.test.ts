import { expect, test } from "vitest";
import { findBrowser, isExecutableFile } from "./findBrowser.mjs";

const playwrightPath = "/cache/playwright/chrome";

function installed(...paths: string[]): (path: string) => boolean {
  return (path) => paths.includes(path);
}

test("HOLDFAST_BROWSER wins over every installed browser", () => {
  const exists = installed("/my/browser", playwrightPath, "/usr/bin/chromium");
  const found = findBrowser({
    env: { HOLDFAST_BROWSER: "/my/browser" },
    platform: "linux",
    playwrightPath,
    exists,
  });
  expect(found).toEqual({ path: "/my/browser", source: "HOLDFAST_BROWSER" });
});

test("a HOLDFAST_BROWSER that is not an executable file is an error, never a silent fallback", () => {
  const exists = installed(playwrightPath, "/usr/bin/chromium");
  const found = findBrowser({
    env: { HOLDFAST_BROWSER: "/no/such" },
    platform: "linux",
    playwrightPath,
    exists,
  });
  expect(found).toEqual({
    missing: true,
    tried: ["/no/such"],
    reason: expect.stringContaining("HOLDFAST_BROWSER is /no/such, which is not an executable file"),
  });
});

test("an empty HOLDFAST_BROWSER counts as unset", () => {
  const exists = installed(playwrightPath);
  const found = findBrowser({ env: { HOLDFAST_BROWSER: "" }, platform: "linux", playwrightPath, exists });
  expect(found).toEqual({ path: playwrightPath, source: "playwright" });
});

test("Playwright's own Chromium wins over a system browser", () => {
  const exists = installed(playwrightPath, "/usr/bin/chromium");
  expect(findBrowser({ env: {}, platform: "linux", playwrightPath, exists })).toEqual({
    path: playwrightPath,
    source: "playwright",
  });
});

test.each([
  ["linux", {}, "/usr/bin/chromium"],
  ["linux", {}, "/usr/bin/chromium-browser"],
  ["linux", {}, "/usr/bin/google-chrome-stable"],
  ["linux", {}, "/snap/bin/chromium"],
  ["linux", { PATH: "/bin:/opt/tools" }, "/opt/tools/google-chrome"],
  ["darwin", {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
  ["darwin", { HOME: "/Users/a" }, "/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium"],
  [
    "win32",
    { PROGRAMFILES: "C:\\Program Files" },
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ],
  ["win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local\\Microsoft\\Edge\\Application\\msedge.exe"],
])("without Playwright's Chromium on %s with %j the system browser at %s is found", (platform, env, path) => {
  const found = findBrowser({ env, platform, playwrightPath, exists: installed(path) });
  expect(found).toEqual({ path, source: "system" });
});

test("a relative PATH entry is not searched", () => {
  const exists = installed("tools/chromium");
  expect(findBrowser({ env: { PATH: "tools:." }, platform: "linux", exists }).missing).toBe(true);
});

test("with no browser at all the answer lists every place tried, Playwright's first and none twice", () => {
  const found = findBrowser({
    env: { PATH: "/usr/bin" },
    platform: "linux",
    playwrightPath,
    exists: () => false,
  });
  if (!found.missing) throw new Error("found a browser that is not there");
  expect(found.tried.slice(0, 2)).toEqual([playwrightPath, "/usr/bin/chromium"]);
  expect(new Set(found.tried).size).toBe(found.tried.length);
});

test("a folder is not an executable file, the running node is", () => {
  expect(isExecutableFile(import.meta.dirname)).toBe(false);
  expect(isExecutableFile(process.execPath)).toBe(true);
});

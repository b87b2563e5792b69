// Which browser to drive. Plain JavaScript, because the bootstrap asks before any package is installed.
import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

const commands = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "microsoft-edge"];

/** @type {import("./findBrowser.d.mts").findBrowser} */
export function findBrowser({
  env = process.env,
  platform = process.platform,
  playwrightPath,
  exists = isExecutableFile,
} = {}) {
  const asked = env.HOLDFAST_BROWSER;
  // A browser asked for by name is never replaced by another one in silence.
  if (asked) {
    if (exists(asked)) return { path: asked, source: "HOLDFAST_BROWSER" };
    const reason = `HOLDFAST_BROWSER is ${asked}, which is not an executable file; correct the path or unset it`;
    return { missing: true, tried: [asked], reason };
  }
  if (playwrightPath && exists(playwrightPath)) return { path: playwrightPath, source: "playwright" };

  const places = systemPlaces(env, platform);
  const path = places.find((place) => exists(place));
  if (path) return { path, source: "system" };
  const tried = playwrightPath ? [playwrightPath, ...places] : places;
  return { missing: true, tried, reason: "no Chrome, Chromium or Edge is installed in a usual place" };
}

/** @type {import("./findBrowser.d.mts").isExecutableFile} */
export function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {Readonly<Record<string, string | undefined>>} env @param {string} platform @returns {string[]} */
function systemPlaces(env, platform) {
  if (platform === "win32") return [...new Set(windowsPlaces(env))];
  const fixed = platform === "darwin" ? macPlaces(env) : linuxPlaces();
  return [...new Set([...fixed, ...onPath(env.PATH)])];
}

function linuxPlaces() {
  return [
    ...commands.map((command) => `/usr/bin/${command}`),
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
  ];
}

/** @param {Readonly<Record<string, string | undefined>>} env */
function macPlaces(env) {
  const apps = ["Google Chrome", "Chromium", "Microsoft Edge"];
  const roots = env.HOME ? ["/Applications", `${env.HOME}/Applications`] : ["/Applications"];
  return roots.flatMap((root) => apps.map((app) => `${root}/${app}.app/Contents/MacOS/${app}`));
}

/** @param {Readonly<Record<string, string | undefined>>} env */
function windowsPlaces(env) {
  const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA];
  const programs = ["Google\\Chrome\\Application\\chrome.exe", "Chromium\\Application\\chrome.exe"];
  const edge = "Microsoft\\Edge\\Application\\msedge.exe";
  return roots.flatMap((root) =>
    root ? [...programs, edge].map((program) => win32.join(root, program)) : [],
  );
}

// A relative PATH entry would make the answer depend on the current folder.
/** @param {string | undefined} path */
function onPath(path) {
  const folders = (path ?? "").split(":").filter((folder) => posix.isAbsolute(folder));
  return folders.flatMap((folder) => commands.map((command) => posix.join(folder, command)));
}

// The ladder: what may be installed, in this order, when no browser starts.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { lastLines, runStep } from "./runStep.mjs";

const minutes = 60_000;

/** @param {string} root @returns {readonly import("./browser.mjs").Remedy[]} */
export function browserRemedies(root) {
  const playwright = [process.execPath, join(root, "node_modules", "playwright", "cli.js")];
  return [
    {
      name: "Playwright's own Chromium",
      applies: () => true,
      run: () =>
        attempt(
          root,
          "Downloading Playwright's Chromium",
          [...playwright, "install", "chromium"],
          5 * minutes,
        ),
    },
    {
      name: "the system libraries of Playwright's Chromium",
      applies: (browser) => browser.broken?.source === "playwright" && aptPrefix() !== undefined,
      run: () =>
        attempt(root, "Installing its libraries", [...playwright, "install-deps", "chromium"], 10 * minutes),
    },
    {
      name: "Chromium from the system's packages",
      applies: () => aptPrefix() !== undefined,
      run: () => aptInstallChromium(root),
    },
  ];
}

/** @param {string} root */
async function aptInstallChromium(root) {
  const apt = [...(aptPrefix() ?? []), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  // One dead package source must not stop the install from the others.
  await attempt(root, "apt-get update", [...apt, "update"], 5 * minutes);
  return attempt(root, "apt-get install chromium", [...apt, "install", "-y", "chromium"], 10 * minutes);
}

/** @param {string} root @param {string} title @param {readonly string[]} command @param {number} timeoutMs */
async function attempt(root, title, command, timeoutMs) {
  const result = await runStep({ title, command, cwd: root, timeoutMs });
  if (result.ok) return "";
  const said = lastLines(result.output, 40)
    .split("\n")
    .find((line) => /\b(error|E:|failed)\b/i.test(line));
  return said ? `${result.problem}, ${said.trim()}` : result.problem;
}

/** How to run apt-get without a question: as root, or through a sudo that asks no password. */
function aptPrefix() {
  if (process.platform !== "linux" || !succeeds("apt-get", ["--version"])) return undefined;
  if (process.getuid?.() === 0) return [];
  return succeeds("sudo", ["-n", "true"]) ? ["sudo", "-n"] : undefined;
}

/** @param {string} command @param {readonly string[]} args */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: "ignore", timeout: 20_000 }).status === 0;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import { browserPath, quietArguments, usesSandbox } from "./browserOptions.ts";
import { poll } from "./poll.ts";

/** A Chromium that outlives whoever is connected to it. */
export interface Survivor {
  readonly endpoint: string;
  /** Asks it for a page of the site, directly, and closes every page it was left with. */
  canary(url: string): Promise<void>;
  close(): Promise<void>;
}

const startMs = 20_000;

/** The address it wrote down, once both lines are there. */
const readPort = (file: string): string | null => {
  const [port = "", path] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return path === undefined || port === "" ? null : port;
};

const endsWithUs = (child: ChildProcess) => {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  return () => process.removeListener("exit", kill);
};

export const startSurvivor = async (scratch: string): Promise<Survivor> => {
  const profile = await mkdtemp(join(scratch, "survivor-"));
  const child = spawn(
    browserPath(),
    [
      ...quietArguments,
      "--headless",
      "--remote-debugging-port=0",
      "--remote-debugging-address=127.0.0.1",
      "--ignore-certificate-errors",
      `--user-data-dir=${profile}`,
      ...(usesSandbox ? [] : ["--no-sandbox"]),
      "about:blank",
    ],
    { env: { ...process.env, TMPDIR: scratch }, stdio: "ignore" },
  );
  const gone = once(child, "close");
  const release = endsWithUs(child);
  const file = join(profile, "DevToolsActivePort");
  const close = async () => {
    release();
    child.kill("SIGKILL");
    await gone;
  };
  if (!(await poll(() => readPort(file) !== null, startMs))) {
    await close();
    throw new Error("the surviving browser did not start");
  }
  const endpoint = `http://127.0.0.1:${readPort(file)}`;
  return {
    endpoint,
    async canary(url) {
      const browser = await chromium.connectOverCDP(endpoint);
      try {
        const [context] = browser.contexts();
        if (context === undefined) throw new Error("the surviving browser has no context");
        const left = context.pages();
        const page = await context.newPage();
        await page.goto(url);
        await Promise.all(left.map((other) => other.close()));
      } finally {
        await browser.close();
      }
    },
    close,
  };
};

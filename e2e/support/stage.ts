import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { type FixtureServer, startFixtureServer } from "../../fixtures/server.ts";
import { type OpenOptions, openRuntime, type Runtime } from "../../gateway/index.ts";

/** What a command printed and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Holdfast {
  readonly pid: number;
  kill(): void;
  /** What it has written to its error stream so far. */
  said(): string;
  readonly ended: Promise<Ended>;
}

/** Starts the `holdfast` command as a process of its own. */
export const startHoldfast = (args: readonly string[], env: Record<string, string> = {}): Holdfast => {
  const child = spawn(process.execPath, ["bin/holdfast.mjs", ...args], {
    env: { ...process.env, PORTAL_PASSWORD: "correct horse battery", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { pid: child.pid ?? -1, kill: () => child.kill("SIGKILL"), said: () => stderr, ended };
};

export const runHoldfast = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  startHoldfast(args, env).ended;

interface Stage {
  readonly dataDir: string;
  /** Opens a runtime on the test's data directory; closed when the test ends. */
  readonly open: (options?: OpenOptions) => Promise<Runtime>;
}

/** Playwright Test with a fixture server per worker and a data directory per test. */
export const test = base.extend<Stage, { site: FixtureServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright Test reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const site = await startFixtureServer();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright Test reads the names of the fixtures from this pattern.
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "holdfast-e2e-"));
    await use(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  },
  open: async ({ dataDir }, use) => {
    const opened: Runtime[] = [];
    await use(async (options = {}) => {
      const secrets = {
        secret: async (name: string) => (name === "PORTAL_PASSWORD" ? "correct horse battery" : null),
      };
      const runtime = await openRuntime({ dataDir, secrets, ...options });
      opened.push(runtime);
      return runtime;
    });
    for (const runtime of opened) await runtime.close();
  },
});

let runs = 0;
/** A run of the fixture site that no other test uses. */
export const freshRun = (name: string): string => {
  runs += 1;
  return `${name}-${process.pid}-${runs}`;
};

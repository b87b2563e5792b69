import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { quietArguments } from "../runtime/browser/quietArguments.ts";
import { browserPath, usesSandbox } from "./browserOptions.ts";
import { poll } from "./poll.ts";

/** A Chromium that outlives the process that started it and whoever is connected to it. */
export interface Survivor {
  readonly pid: number;
  readonly endpoint: string;
}

const startMs = 20_000;

/** The port it wrote down, once both lines are there. */
const readPort = (file: string): string | null => {
  const [port = "", path] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return path === undefined || port === "" ? null : port;
};

/** `proxy`: the only way out of its default context, or null for a direct one. */
export const startSurvivor = async (profile: string, proxy: string | null): Promise<Survivor> => {
  const { pid } = spawn(
    browserPath(),
    [
      ...quietArguments,
      "--headless",
      "--remote-debugging-port=0",
      "--remote-debugging-address=127.0.0.1",
      "--ignore-certificate-errors",
      `--user-data-dir=${profile}`,
      ...(proxy === null ? [] : [`--proxy-server=${proxy}`, "--proxy-bypass-list=<-loopback>"]),
      ...(usesSandbox ? [] : ["--no-sandbox"]),
      "about:blank",
    ],
    { detached: true, stdio: "ignore" },
  );
  const file = join(profile, "DevToolsActivePort");
  if (pid === undefined || !(await poll(() => readPort(file) !== null, startMs))) {
    throw new Error("the surviving browser did not start");
  }
  return { pid, endpoint: `http://127.0.0.1:${readPort(file)}` };
};

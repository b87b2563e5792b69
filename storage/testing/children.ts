import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Child {
  readonly pid: number;
  /** What it prints, line by line, to its end. */
  readonly lines: AsyncIterableIterator<string>;
  /** SIGKILL; settles when the process is gone. */
  kill(): Promise<void>;
}

const pidOf = (child: ChildProcess): number => {
  if (child.pid === undefined) throw new Error("the child did not start");
  return child.pid;
};

/** Runs a script of this folder as a process of its own, behind `prefix` (`strace …`) if there is one; killed after the test at the latest. */
export const spawnScript = (
  script: string,
  args: readonly string[],
  prefix: readonly string[] = [],
): Child => {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const [command = "", ...rest] = [...prefix, process.execPath, "--import", "tsx", file, ...args];
  const child = spawn(command, rest, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  onTestFinished(kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { pid: pidOf(child), lines, kill };
};

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type ChildMessage, type ChildTask, childMessageSchema } from "./childMessages.ts";
import { poll } from "./poll.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** A child that holds a browser and is going to be killed. */
export interface Victim {
  /** What it has said so far. */
  readonly messages: readonly ChildMessage[];
  has(said: ChildMessage["said"], times: number): boolean;
  /** Waits until it has said something so often; false when the time is over or it has ended. */
  says(said: ChildMessage["said"], times: number, limitMs: number): Promise<boolean>;
  /** SIGKILL; settles when the process is gone. */
  kill(): Promise<void>;
  /** What it complained of, for the reader. */
  complaints(): string;
}

export const startVictim = (task: ChildTask, scratch: string): Victim => {
  const child = spawn(process.execPath, ["bin/run.mjs", "prove/child.ts", JSON.stringify(task)], {
    cwd: root,
    // The browser's own temporary files are in a folder that is removed.
    env: { ...process.env, TMPDIR: scratch },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const messages: ChildMessage[] = [];
  let complaints = "";
  let ended = false;
  const closed = once(child, "close").then(() => {
    ended = true;
  });
  createInterface({ input: child.stdout }).on("line", (line) =>
    messages.push(childMessageSchema.parse(JSON.parse(line))),
  );
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints = `${complaints}${text}`.slice(-2_000);
  });
  const has = (said: ChildMessage["said"], times: number) =>
    messages.filter((message) => message.said === said).length >= times;
  return {
    messages,
    has,
    async says(said, times, limitMs) {
      await poll(() => ended || has(said, times), limitMs);
      return !ended && has(said, times);
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
    complaints: () => complaints,
  };
};

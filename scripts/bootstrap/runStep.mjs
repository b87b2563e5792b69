// Runs one slow outside command and keeps saying that it is alive.
import { spawn } from "node:child_process";

const heartbeatMs = 10_000;
const ownGroup = process.platform !== "win32";

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * @typedef {{ ok: boolean, output: string, problem: string }} StepResult `problem` is "" when ok
 * @param {{ title?: string, command: readonly string[], cwd: string, timeoutMs: number, env?: NodeJS.ProcessEnv, shell?: boolean }} step
 * @returns {Promise<StepResult>}
 */
export function runStep({ title, command, cwd, timeoutMs, env = process.env, shell = false }) {
  const [file = "", ...args] = command;
  const started = Date.now();
  const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
  if (title) say(`${title} …`);
  const heartbeat = title ? setInterval(() => say(`  … ${elapsed()}`), heartbeatMs) : undefined;

  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      shell,
      detached: ownGroup,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const kill = () => killGroup(child.pid);
    const interrupted = () => {
      kill();
      process.exit(130);
    };
    process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
    let output = "";
    let timedOut = false;
    const deadline = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    /** @param {string} problem */
    const finish = (problem) => {
      clearInterval(heartbeat);
      clearTimeout(deadline);
      process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
      if (title) say(problem ? `  ${problem} after ${elapsed()}` : `  done in ${elapsed()}`);
      resolve({ ok: problem === "", output, problem });
    };
    child.once("error", (error) => finish(error.message));
    child.once("close", (code, signal) => {
      if (timedOut) finish(`gave up: it took longer than ${Math.round(timeoutMs / 1000)} s`);
      else finish(code === 0 ? "" : `failed (${signal ?? `exit code ${code}`})`);
    });
  });
}

// The whole group: npm and Playwright do the work in children of their own.
/** @param {number | undefined} pid */
function killGroup(pid) {
  if (pid === undefined) return;
  try {
    process.kill(ownGroup ? -pid : pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** @param {string} output @param {number} count */
export function lastLines(output, count) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

/** The beginning, where npm says what is wrong, and the end, where a compiler does. @param {string} output */
export function gist(output) {
  const lines = output.trimEnd().split("\n");
  return (lines.length <= 50 ? lines : [...lines.slice(0, 15), "  …", ...lines.slice(-30)]).join("\n");
}

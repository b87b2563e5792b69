import { spawn } from "node:child_process";

/**
 * Runs one step with its output on ours.
 * @param {import("./steps.mjs").Step} step @param {string} cwd
 * @returns {Promise<{ exitCode: number, seconds: number }>}
 */
export function runStep({ command, env }, cwd) {
  const [file = "", ...args] = command;
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    // Ctrl-C reaches the runner too: let it close its browsers, then report.
    const ignore = () => {};
    const forward = () => child.kill("SIGTERM");
    process.on("SIGINT", ignore).on("SIGTERM", forward);
    /** @param {number} exitCode */
    const finish = (exitCode) => {
      process.off("SIGINT", ignore).off("SIGTERM", forward);
      resolve({ exitCode, seconds: (performance.now() - started) / 1000 });
    };
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      finish(127);
    });
    child.once("close", (code) => finish(code ?? 1));
  });
}

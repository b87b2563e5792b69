import { spawnSync } from "node:child_process";

/** Why strace cannot be used here, in words for a reader; null when it can. */
export const reasonAgainstStrace = (): string | null => {
  const found = spawnSync("strace", ["-f", "-qq", "-o", "/dev/null", "-e", "trace=write", "true"]);
  if (found.error !== undefined) return "strace is not installed (Debian: apt-get install strace)";
  return found.status === 0 ? null : `strace does not work here: ${String(found.stderr).trim()}`;
};

// Two bootstraps at once must not both write node_modules. The lock is a folder that holds a file per claimant,
// named by its pid: claim first, look second, so that of two claimants at most one sees itself alone.
import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SetupError } from "./setupError.mjs";

const waitLimitMs = 15 * 60_000;

/**
 * Waits for its turn and returns the function that gives it up.
 * @param {{ root: string, pid?: number, isAlive?: (pid: number) => boolean, onWait?: (pid: number) => void,
 *   wait?: () => Promise<unknown>, now?: () => number }} options
 * @returns {Promise<() => void>}
 */
export async function takeLock({
  root,
  pid = process.pid,
  isAlive = processIsAlive,
  onWait = () => {},
  // Uneven, so that two claimants who saw each other do not meet again for ever.
  wait = () => pause(100 + Math.random() * 200),
  now = Date.now,
}) {
  const folder = join(root, ".holdfast", "bootstrap.lock");
  const giveUpAt = now() + waitLimitMs;
  let told = 0;
  for (;;) {
    const owner = otherClaimant(folder, pid, isAlive) ?? claim(folder, pid, isAlive);
    if (owner === undefined) return () => release(folder, pid);
    if (now() > giveUpAt) {
      throw new SetupError(
        `Process ${owner} has held ${folder} for too long: end it, or delete that folder, and run this again.`,
      );
    }
    if (owner !== told) onWait(owner);
    told = owner;
    await wait();
  }
}

/**
 * @param {string} folder @param {number} pid @param {(pid: number) => boolean} isAlive
 * @returns {number | undefined} the rival, or undefined if the lock is ours
 */
function claim(folder, pid, isAlive) {
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, String(pid)), "");
  } catch (error) {
    // Its last owner removed the folder in between; look again.
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return claim(folder, pid, isAlive);
    throw error;
  }
  const rival = otherClaimant(folder, pid, isAlive);
  if (rival !== undefined) release(folder, pid);
  return rival;
}

/** @param {string} folder @param {number} pid @param {(pid: number) => boolean} isAlive */
function otherClaimant(folder, pid, isAlive) {
  const others = claimants(folder).filter((other) => other !== pid);
  for (const dead of others.filter((other) => !isAlive(other)))
    rmSync(join(folder, String(dead)), { force: true });
  return others.find((other) => isAlive(other));
}

/** @param {string} folder */
function claimants(folder) {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** @param {string} folder @param {number} pid */
function release(folder, pid) {
  rmSync(join(folder, String(pid)), { force: true });
  // Leaves no empty folder behind; somebody else's files keep theirs.
  for (const empty of [folder, dirname(folder)]) {
    try {
      rmdirSync(empty);
    } catch {
      return;
    }
  }
}

/** @param {number} pid */
function processIsAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal is still alive.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

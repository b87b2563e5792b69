import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./lock.mjs";

let root = "";
const folder = () => join(root, ".holdfast", "bootstrap.lock");
const alive = () => true;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-lock-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function held(by: number): void {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), String(by)), "");
}

test("a free lock is taken at once and leaves nothing behind when given up", async () => {
  const release = await takeLock({ root, pid: 1, isAlive: alive });
  expect(readdirSync(folder())).toEqual(["1"]);
  release();
  expect(existsSync(join(root, ".holdfast"))).toBe(false);
});

test("giving up the lock leaves other files of .holdfast alone", async () => {
  const release = await takeLock({ root, pid: 1, isAlive: alive });
  writeFileSync(join(root, ".holdfast", "journal.db"), "");
  release();
  expect(readdirSync(join(root, ".holdfast"))).toEqual(["journal.db"]);
});

test("the second waits for the first, is told once whom it waits for, and then goes", async () => {
  const first = await takeLock({ root, pid: 1, isAlive: alive });
  const told: number[] = [];
  let waits = 0;
  const wait = async () => {
    waits += 1;
    if (waits === 3) first();
  };
  await takeLock({ root, pid: 2, isAlive: alive, wait, onWait: (pid) => told.push(pid) });
  expect({ told, waits, holders: readdirSync(folder()) }).toEqual({ told: [1], waits: 3, holders: ["2"] });
});

test("the lock of a process that has died is taken over", async () => {
  held(1);
  await takeLock({ root, pid: 2, isAlive: (pid) => pid !== 1, wait: neverWaits });
  expect(readdirSync(folder())).toEqual(["2"]);
});

test("an empty lock folder, left by one that died before its claim, holds nobody up", async () => {
  mkdirSync(folder(), { recursive: true });
  await takeLock({ root, pid: 2, isAlive: alive, wait: neverWaits });
  expect(readdirSync(folder())).toEqual(["2"]);
});

test("of two that claim at the same moment at most one holds the lock, and in the end both had it", async () => {
  let holders = 0;
  const take = async (pid: number) => {
    const release = await takeLock({ root, pid, isAlive: alive, wait: async () => {} });
    holders += 1;
    expect(holders).toBe(1);
    await Promise.resolve();
    holders -= 1;
    release();
    return pid;
  };
  expect(await Promise.all([1, 2, 3].map(take))).toEqual([1, 2, 3]);
});

test("a lock held for too long ends in a sentence that says whom to end or what to delete", async () => {
  held(1);
  let clock = 0;
  const wait = async () => {
    clock += 60_000;
  };
  await expect(takeLock({ root, pid: 2, isAlive: alive, wait, now: () => clock })).rejects.toThrow(
    /Process 1 has held .*bootstrap\.lock for too long: end it, or delete that folder/,
  );
});

async function neverWaits(): Promise<never> {
  throw new Error("waited for nobody");
}

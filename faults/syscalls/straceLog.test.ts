import { expect, it } from "vitest";
import { injectedPath, tracedCallsIn } from "./straceLog.ts";

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");

it("calls are counted by name and thread, with the path on the disk they are about", () => {
  const log = [
    `7 fsync(3<${hex("/disk/data/a")}>) = 0`,
    `8 fsync(3<${hex("/disk/data/b")}>) = 0`,
    `7 unlink("${hex("/disk/data/a")}" <unfinished ...>`,
    "8 fsync(4<socket:[1]>) = 0",
    "7 <... unlink resumed>) = 0",
    `7 fsync(3<${hex("/elsewhere")}>) = 0`,
  ].join("\n");
  expect(tracedCallsIn(log, "/disk")).toEqual([
    { name: "fsync", path: "data/a", count: 1 },
    { name: "fsync", path: "data/b", count: 1 },
    { name: "unlink", path: "data/a", count: 1 },
    { name: "fsync", path: null, count: 2 },
    { name: "fsync", path: null, count: 2 },
  ]);
});

it("an error struck where the first injected call was", () => {
  const log = [
    `7 fsync(3<${hex("/disk/a")}>) = 0`,
    `7 fsync(3<${hex("/disk/b")}>) = -1 EIO (Input/output error) (INJECTED)`,
    `7 fsync(3<${hex("/disk/c")}>) = -1 EIO (Input/output error) (INJECTED)`,
  ].join("\n");
  expect(injectedPath(log, "/disk", false)).toBe("b");
  expect(injectedPath(log.split("\n")[0] ?? "", "/disk", false)).toBeNull();
});

it("a killed process was struck at its last call", () => {
  const log = [
    `7 fsync(3<${hex("/disk/a")}>) = 0`,
    `7 fsync(3<${hex("/disk/b")}>) = ?`,
    "8 +++ killed by SIGKILL +++",
    "7 +++ killed by SIGKILL +++",
  ].join("\n");
  expect(injectedPath(log, "/disk", true)).toBe("b");
  expect(injectedPath(`7 fsync(3<${hex("/disk/a")}>) = 0`, "/disk", true)).toBeNull();
});

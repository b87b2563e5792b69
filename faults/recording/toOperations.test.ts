import { describe, expect, it } from "vitest";
import type { Syscall } from "./parseStrace.ts";
import { toOperations } from "./toOperations.ts";

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
const text = (value: string) => `"${hex(value)}"`;
const fd = (number: number, path: string) => `${number}<${hex(path)}>`;

const call = (name: string, args: readonly string[], result = "0", begunAt = 0): Syscall => ({
  name,
  args,
  result,
  begunAt,
});
const create = (path: string, number = 3) =>
  call("openat", ["AT_FDCWD", text(path), "O_RDWR|O_CREAT|O_TRUNC", "0600"], fd(number, path));
const places = { disk: "/disk", notes: "/notes" };
const operationsOf = (...calls: Syscall[]) => toOperations(calls, places);
const created = { kind: "create", path: "a", file: 0 };

describe("system calls as operations on a disk", () => {
  it("a file that is opened again is not made again, and what O_TRUNC cuts off is told", () => {
    const write = call("write", [fd(3, "/disk/a"), text("xy"), "2"], "2");
    expect(operationsOf(create("/disk/a"), write, create("/disk/a"))).toEqual([
      created,
      { kind: "write", file: 0, at: 0, bytes: Uint8Array.from(Buffer.from("xy")) },
      { kind: "truncate", file: 0, size: 0 },
    ]);
  });

  it("writes go on where the last one ended, of each only what was taken", () => {
    const operations = operationsOf(
      create("/disk/a"),
      call("write", [fd(3, "/disk/a"), text("abc"), "3"], "2"),
      call("write", [fd(3, "/disk/a"), text("c"), "1"], "1"),
      call("pwrite64", [fd(3, "/disk/a"), text("z"), "1", "40"], "1"),
    );
    expect(
      operations.map((one) => (one.kind === "write" ? [one.at, one.bytes.byteLength] : one.kind)),
    ).toEqual(["create", [0, 2], [2, 1], [40, 1]]);
  });

  it("a sync covers what had finished when it began", () => {
    const operations = operationsOf(
      create("/disk/a"),
      call("pwrite64", [fd(3, "/disk/a"), text("z"), "1", "0"], "1", 1),
      call("fsync", [fd(3, "/disk/a")], "0", 1),
      call("fsync", [fd(4, "/disk")], "0", 3),
    );
    expect(operations.slice(2)).toEqual([
      { kind: "sync", file: 0, covers: 1 },
      { kind: "syncDirectory", path: "", covers: 3 },
    ]);
  });

  it("names are made, linked, changed and removed", () => {
    const operations = operationsOf(
      call("mkdir", [text("/disk/d"), "0700"]),
      create("/disk/d/a"),
      call("link", [text("/disk/d/a"), text("/disk/b")]),
      call("renameat2", ["AT_FDCWD", text("/disk/b"), "AT_FDCWD", text("/disk/c"), "0"]),
      call("unlink", [text("/disk/d/a")]),
      call("fsync", [fd(3, "/disk/c")], "0", 5),
    );
    expect(operations).toEqual([
      { kind: "mkdir", path: "d" },
      { kind: "create", path: "d/a", file: 0 },
      { kind: "link", path: "b", file: 0 },
      { kind: "rename", from: "b", path: "c" },
      { kind: "unlink", path: "d/a" },
      { kind: "sync", file: 0, covers: 5 },
    ]);
  });

  it("what failed, what lies elsewhere, and shared memory is left out", () => {
    const shm = "/disk/journal.db-shm";
    expect(
      operationsOf(
        call("mkdir", [text("/disk/d"), "0700"], "-1 EEXIST (File exists)"),
        create("/tmp/x"),
        call("write", [fd(3, "/diskette/a"), text("x"), "1"], "1"),
        create(shm),
        call("mmap", ["NULL", "32768", "PROT_READ|PROT_WRITE", "MAP_SHARED", fd(5, shm), "0"], "0x7f"),
        call("copy_file_range", [fd(5, "/disk/a"), "NULL", fd(6, "/tmp/x"), "NULL", "9", "0"], "9"),
      ),
    ).toEqual([]);
  });

  it("what the process notes stands among what it does", () => {
    const note = call("write", [fd(9, "/notes"), text("one\ntwo\n"), "8"], "8");
    expect(operationsOf(create("/disk/a"), note)).toEqual([
      created,
      { kind: "note", text: "one" },
      { kind: "note", text: "two" },
    ]);
  });

  it.each([
    ["writes through memory", call("mmap", ["NULL", "9", "PROT_WRITE", "MAP_SHARED", fd(3, "/disk/a"), "0"])],
    ["vectors", call("pwritev", [fd(3, "/disk/a"), "[]", "1", "0"], "1")],
    ["copies onto the disk", call("copy_file_range", [fd(5, "/x"), "NULL", fd(3, "/disk/a"), "NULL"], "9")],
    ["rings", call("io_uring_setup", ["4", "{}"], "5")],
    ["renames into another folder", call("rename", [text("/disk/a"), text("/disk/d/a")])],
    ["names that leave the disk", call("link", [text("/disk/a"), text("/tmp/a")])],
    ["a string that strace cut short", call("write", [fd(3, "/disk/a"), `${text("x")}...`, "2"], "2")],
  ])("%s are refused, because no image could be true to them", (_, unknown) => {
    expect(() => operationsOf(create("/disk/a"), unknown)).toThrow();
  });
});

import { describe, expect, it } from "vitest";
import type { Operation } from "../recording/operations.ts";
import { buildImage, type Image } from "./buildImage.ts";
import { everythingKept, everythingLost, type Fate } from "./fate.ts";

const bytes = (value: number, length: number) => new Uint8Array(length).fill(value);
const write = (file: number, at: number, content: Uint8Array): Operation => ({
  kind: "write",
  file,
  at,
  bytes: content,
});
const create = (path: string, file: number): Operation => ({ kind: "create", path, file });
const sync = (file: number, covers: number): Operation => ({ kind: "sync", file, covers });
const syncDirectory = (path: string, covers: number): Operation => ({ kind: "syncDirectory", path, covers });

/** Runs of equal bytes, as in `1x512`. */
const runs = (content: Uint8Array) => {
  const found: [number, number][] = [];
  for (const value of content) {
    const last = found.at(-1);
    if (last?.[0] === value) last[1] += 1;
    else found.push([value, 1]);
  }
  return found.map(([value, count]) => `${value}x${count}`).join(" ");
};
const shown = (image: Image) =>
  Object.fromEntries(
    [...image].map(([path, content]) => [path, content === null ? "folder" : runs(content)]),
  );

const named: Operation[] = [create("a", 0), syncDirectory("", 1)];
const onlySectors = (...kept: boolean[]): Fate => ({
  ...everythingLost,
  sectors: (count) => Array.from({ length: count }, (_, index) => kept[index] ?? false),
});

interface Row {
  readonly rule: string;
  readonly operations: readonly Operation[];
  readonly fate: Fate;
  readonly image: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = [
  {
    rule: "a synced write is there",
    operations: [...named, write(0, 0, bytes(1, 700)), sync(0, 3)],
    fate: everythingLost,
    image: { a: "1x700" },
  },
  {
    rule: "a write that came while the sync ran is not covered by it",
    operations: [...named, write(0, 0, bytes(1, 700)), sync(0, 2)],
    fate: everythingLost,
    image: { a: "" },
  },
  {
    rule: "a write of another file is not covered",
    operations: [...named, create("b", 1), syncDirectory("", 3), write(0, 0, bytes(1, 9)), sync(1, 5)],
    fate: everythingLost,
    image: { a: "", b: "" },
  },
  {
    rule: "an un-synced write is there whole when it is kept",
    operations: [...named, write(0, 0, bytes(1, 700))],
    fate: everythingKept,
    image: { a: "1x700" },
  },
  {
    rule: "sectors are those of the file, and a lost one leaves what was there before",
    operations: [...named, write(0, 0, bytes(1, 1_536)), sync(0, 3), write(0, 500, bytes(2, 600))],
    fate: onlySectors(true, false, true),
    image: { a: "1x500 2x12 1x512 2x76 1x436" },
  },
  {
    rule: "a lost sector before a kept one is zero where nothing was",
    operations: [...named, write(0, 0, bytes(1, 1_024))],
    fate: onlySectors(false, true),
    image: { a: "0x512 1x512" },
  },
  {
    rule: "the length of a lost write may be there without its bytes",
    operations: [...named, write(0, 0, bytes(1, 600))],
    fate: { ...everythingLost, length: () => true },
    image: { a: "0x600" },
  },
  {
    rule: "an un-synced truncation may be lost, and what was cut off is back",
    operations: [...named, write(0, 0, bytes(1, 600)), sync(0, 3), { kind: "truncate", file: 0, size: 0 }],
    fate: everythingLost,
    image: { a: "1x600" },
  },
  {
    rule: "bytes behind a truncation are gone for good",
    operations: [
      ...named,
      write(0, 0, bytes(1, 600)),
      { kind: "truncate", file: 0, size: 100 },
      write(0, 300, bytes(2, 100)),
    ],
    fate: everythingKept,
    image: { a: "1x100 0x200 2x100" },
  },
  {
    rule: "syncing a file does not make its name durable",
    operations: [create("a", 0), write(0, 0, bytes(1, 9)), sync(0, 2)],
    fate: everythingLost,
    image: {},
  },
  {
    rule: "what lies in a folder without a name is gone",
    operations: [{ kind: "mkdir", path: "d" }, create("d/a", 0), syncDirectory("d", 2)],
    fate: everythingLost,
    image: {},
  },
  {
    rule: "a folder is durable once its own folder is synced",
    operations: [{ kind: "mkdir", path: "d" }, syncDirectory("", 1), create("d/a", 0), syncDirectory("d", 3)],
    fate: everythingLost,
    image: { d: "folder", "d/a": "" },
  },
  {
    rule: "a rename that is lost leaves the old name",
    operations: [...named, { kind: "rename", from: "a", path: "b" }],
    fate: everythingLost,
    image: { a: "" },
  },
  {
    rule: "a rename is kept although the file's first name was lost",
    operations: [create("a", 0), { kind: "rename", from: "a", path: "b" }],
    fate: everythingKept,
    image: { b: "" },
  },
  {
    rule: "a rename replaces what had the name",
    operations: [
      ...named,
      create("b", 1),
      write(1, 0, bytes(2, 3)),
      { kind: "rename", from: "b", path: "a" },
    ],
    fate: everythingKept,
    image: { a: "2x3" },
  },
  {
    rule: "both names of a link show the same bytes",
    operations: [...named, { kind: "link", path: "b", file: 0 }, write(0, 0, bytes(3, 2))],
    fate: everythingKept,
    image: { a: "3x2", b: "3x2" },
  },
  {
    rule: "a removal that is lost brings the name back",
    operations: [...named, { kind: "unlink", path: "a" }],
    fate: everythingLost,
    image: { a: "" },
  },
  {
    rule: "a removal that is synced stays",
    operations: [...named, { kind: "unlink", path: "a" }, syncDirectory("", 3)],
    fate: everythingLost,
    image: {},
  },
];

describe("a disk after a power loss", () => {
  it.each(rows)("$rule", ({ operations, fate, image }) => {
    expect(shown(buildImage(operations, operations.length, fate))).toEqual(image);
  });

  it("holds nothing of what had not happened yet", () => {
    const operations = [...named, write(0, 0, bytes(1, 5)), write(0, 0, bytes(2, 5)), sync(0, 4)];
    expect(shown(buildImage(operations, 3, everythingKept))).toEqual({ a: "1x5" });
    expect(shown(buildImage(operations, 3, everythingLost))).toEqual({ a: "" });
  });
});

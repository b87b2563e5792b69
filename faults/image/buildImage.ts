import { folderOf, type Operation, type Recording } from "../recording/operations.ts";
import { type Content, emptyContent } from "./content.ts";
import type { Fate } from "./fate.ts";

const sectorBytes = 512;

/** What lies on a disk: bytes of files and `null` for folders, by their paths. */
export type Image = ReadonlyMap<string, Uint8Array | null>;

interface Synced {
  readonly files: ReadonlyMap<number, number>;
  readonly folders: ReadonlyMap<string, number>;
}

/** For every file and folder up to which place in the list it is durable. */
const lastSyncs = (operations: Recording): Synced => {
  const files = new Map<number, number>();
  const folders = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind === "sync")
      files.set(operation.file, Math.max(files.get(operation.file) ?? 0, operation.covers));
    if (operation.kind === "syncDirectory")
      folders.set(operation.path, Math.max(folders.get(operation.path) ?? 0, operation.covers));
  }
  return { files, folders };
};

/** A write of which only some sectors reached the disk. */
const writeSectors = (content: Content, at: number, bytes: Uint8Array, fate: Fate): void => {
  if (bytes.byteLength === 0) return;
  const first = Math.floor(at / sectorBytes);
  const last = Math.floor((at + bytes.byteLength - 1) / sectorBytes);
  const kept = fate.sectors(last - first + 1);
  for (const [index, isKept] of kept.entries()) {
    const from = Math.max(0, (first + index) * sectorBytes - at);
    const to = Math.min(bytes.byteLength, (first + index + 1) * sectorBytes - at);
    if (isKept) content.write(at + from, bytes.subarray(from, to));
  }
  if (!kept.every(Boolean) && fate.length())
    content.resize(Math.max(content.bytes().byteLength, at + bytes.byteLength));
};

const applyName = (entries: Map<string, number | null>, operation: Operation): void => {
  switch (operation.kind) {
    case "mkdir":
      entries.set(operation.path, null);
      return;
    case "create":
    case "link":
      entries.set(operation.path, operation.file);
      return;
    case "unlink":
      entries.delete(operation.path);
      return;
    default:
  }
};

/**
 * The disk after the power went in the middle of what a process did to it: after the first `cut` operations. What was synced is
 * there. Of the rest the fate says for each whether it is there: names by themselves, bytes by sectors. A rename is one change,
 * as journalling file systems keep it.
 */
export const buildImage = (recording: Recording, cut: number, fate: Fate): Image => {
  const operations = recording.slice(0, cut);
  const synced = lastSyncs(operations);
  const contents = new Map<number, Content>();
  const contentOf = (file: number): Content => {
    const content = contents.get(file) ?? emptyContent();
    contents.set(file, content);
    return content;
  };
  const entries = new Map<string, number | null>();
  // Which file a name stood for while the process ran, whatever of it reached the disk.
  const seen = new Map<string, number | null>();

  const applyChange = (operation: Operation & { readonly path: string }, index: number) => {
    const isDurable = index < (synced.folders.get(folderOf(operation.path)) ?? 0);
    const isKept = isDurable || fate.change();
    if (operation.kind === "rename") {
      const file = seen.get(operation.from);
      if (file === undefined) throw new Error(`${operation.from} is renamed and was never made`);
      seen.delete(operation.from);
      seen.set(operation.path, file);
      if (!isKept) return;
      entries.delete(operation.from);
      entries.set(operation.path, file);
      return;
    }
    applyName(seen, operation);
    if (isKept) applyName(entries, operation);
  };

  for (const [index, operation] of operations.entries()) {
    if (operation.kind === "write") {
      const content = contentOf(operation.file);
      if (index < (synced.files.get(operation.file) ?? 0)) content.write(operation.at, operation.bytes);
      else writeSectors(content, operation.at, operation.bytes, fate);
    } else if (operation.kind === "truncate") {
      if (index < (synced.files.get(operation.file) ?? 0) || fate.change())
        contentOf(operation.file).resize(operation.size);
    } else if ("path" in operation && operation.kind !== "syncDirectory") applyChange(operation, index);
  }

  const isReachable = (path: string): boolean => {
    const folder = folderOf(path);
    return folder === "" || (entries.get(folder) === null && isReachable(folder));
  };
  const there = [...entries].filter(([path]) => isReachable(path));
  return new Map(there.map(([path, file]) => [path, file === null ? null : contentOf(file).bytes()]));
};

import { folderOf, type Operation, type Recording } from "./operations.ts";
import type { Syscall } from "./parseStrace.ts";

interface Places {
  /** The folder that stands for the disk. */
  readonly disk: string;
  /** The file in which the process says what it is about to do and has done; it is not on the disk. */
  readonly notes: string;
}

const bytesOf = (text: string): Uint8Array => {
  const [, hex] = /^"((?:\\x[0-9a-f]{2})*)"$/.exec(text) ?? [];
  if (hex === undefined) throw new Error(`not a whole string of strace -xx: ${text.slice(0, 80)}`);
  return new Uint8Array(Buffer.from(hex.replaceAll("\\x", ""), "hex"));
};

const textOf = (text: string) => Buffer.from(bytesOf(text)).toString("utf8");

/** The path of a descriptor printed by `-y`; null for a file that has no name any more. */
const pathOfDescriptor = (text: string): string | null => {
  const [, path, gone] = /^\d+<([^>]*)>(\(deleted\))?/.exec(text) ?? [];
  return path === undefined || gone !== undefined ? null : textOf(`"${path}"`);
};

const isPrintedInHex = (text: string) => /^\d+<(\\x[0-9a-f]{2})+>/.test(text);
// The shared memory file is made anew after a crash: it is no part of what must survive, and written through memory.
const isSharedMemory = (path: string) => path.endsWith("-shm");

/** Turns system calls into operations on the disk; throws on a call that changes the disk in a way that cannot be replayed. */
export const toOperations = (calls: readonly Syscall[], { disk, notes }: Places): Recording => {
  const operations: Operation[] = [];
  /** How many operations there were once so many calls had finished. */
  const operationsAfter: number[] = [0];
  const files = new Map<string, number>();
  const positions = new Map<string, number>();
  const sizes = new Map<number, number>();
  let nextFile = 0;

  const onDisk = (path: string | null): string | null => {
    if (path === disk) return "";
    if (path === null || !path.startsWith(`${disk}/`) || isSharedMemory(path)) return null;
    return path.slice(disk.length + 1);
  };
  const descriptor = (text = ""): string | null =>
    isPrintedInHex(text) ? onDisk(pathOfDescriptor(text)) : null;
  const known = (path: string): number => {
    const file = files.get(path);
    if (file === undefined) throw new Error(`${path} was there before the recording began`);
    return file;
  };
  const truncate = (file: number, size: number) => {
    operations.push({ kind: "truncate", file, size });
    sizes.set(file, size);
  };
  const write = (file: number, at: number, bytes: Uint8Array) => {
    operations.push({ kind: "write", file, at, bytes });
    sizes.set(file, Math.max(sizes.get(file) ?? 0, at + bytes.byteLength));
  };
  const opened = ({ args, result }: Syscall, path: string) => {
    const flags = args.find((arg) => arg.startsWith("O_")) ?? "";
    if (/O_DIRECTORY|O_PATH/.test(flags)) return;
    const [number = ""] = result.split("<");
    positions.set(number, 0);
    const file = files.get(path);
    if (file === undefined && flags.includes("O_CREAT")) {
      files.set(path, nextFile);
      operations.push({ kind: "create", path, file: nextFile });
      nextFile += 1;
    } else if (file !== undefined && flags.includes("O_TRUNC") && (sizes.get(file) ?? 0) > 0)
      truncate(file, 0);
    if (flags.includes("O_APPEND")) throw new Error(`${path} is appended to, which is not modelled`);
  };
  const written = ({ name, args, result }: Syscall, path: string) => {
    const [fd = "", text = "", , offset] = args;
    const [number = ""] = fd.split("<");
    const bytes = bytesOf(text).slice(0, Number(result));
    const at = name === "pwrite64" ? Number(offset) : (positions.get(number) ?? 0);
    if (name === "write") positions.set(number, at + bytes.byteLength);
    write(known(path), at, bytes);
  };
  const synced = ({ begunAt }: Syscall, path: string) => {
    const covers = operationsAfter[begunAt] ?? 0;
    const file = files.get(path);
    operations.push(
      file === undefined ? { kind: "syncDirectory", path, covers } : { kind: "sync", file, covers },
    );
  };
  const named = (name: string, from: string, path: string) => {
    if (name === "link") {
      files.set(path, known(from));
      operations.push({ kind: "link", path, file: known(from) });
      return;
    }
    if (folderOf(from) !== folderOf(path))
      throw new Error(`${from} is renamed into another folder, which is not modelled`);
    files.set(path, known(from));
    files.delete(from);
    operations.push({ kind: "rename", from, path });
  };

  const take = (call: Syscall): void => {
    const { name, args, result } = call;
    const [first = "", second = ""] = args.filter((arg) => arg.startsWith('"')).map(textOf);
    if (name === "write" && isPrintedInHex(args[0] ?? "") && pathOfDescriptor(args[0] ?? "") === notes) {
      for (const text of first.trimEnd().split("\n")) operations.push({ kind: "note", text });
      return;
    }
    switch (name.replace(/at2?$/, "")) {
      case "open": {
        const path = onDisk(first);
        if (path !== null) opened(call, path);
        return;
      }
      case "write":
      case "pwrite64": {
        const path = descriptor(args[0]);
        if (path !== null) written(call, path);
        return;
      }
      case "ftruncate": {
        const path = descriptor(args[0]);
        if (path !== null) truncate(known(path), Number(args[1]));
        return;
      }
      case "fsync":
      case "fdatasync": {
        const path = descriptor(args[0]);
        if (path !== null) synced(call, path);
        return;
      }
      case "mkdir": {
        const path = onDisk(first);
        if (path !== null) operations.push({ kind: "mkdir", path });
        return;
      }
      case "unlink": {
        const path = onDisk(first);
        if (path === null) return;
        files.delete(path);
        operations.push({ kind: "unlink", path });
        return;
      }
      case "link":
      case "rename": {
        const [from, path] = [onDisk(first), onDisk(second)];
        if (from === null && path === null) return;
        if (from === null || path === null) throw new Error(`${name} crosses the border of the disk`);
        named(name.replace(/at2?$/, ""), from, path);
        return;
      }
      case "mmap":
        if (!args.includes("MAP_SHARED") || !args.some((arg) => arg.includes("PROT_WRITE"))) return;
        break;
      case "copy_file_range":
      case "sendfile":
        // Only the file that is written to matters.
        if (descriptor(name === "sendfile" ? args[0] : args[2]) === null) return;
        break;
      default:
    }
    const touched = [...args.map((arg) => descriptor(arg)), onDisk(first), onDisk(second)];
    if (name === "io_uring_setup" || touched.some((path) => path !== null))
      throw new Error(`${name}(${args.join(", ").slice(0, 200)}) = ${result} is not modelled`);
  };

  for (const call of calls) {
    if (!call.result.startsWith("-1")) take(call);
    operationsAfter.push(operations.length);
  }
  return operations;
};

/** Every call that can change a disk: those that are modelled, and those that must not go unnoticed. `?`: not on every machine. */
export const tracedCalls = [
  ...["?open", "openat", "?creat", "write", "pwrite64", "ftruncate", "fsync", "fdatasync"],
  ...["?mkdir", "mkdirat", "?link", "linkat", "?unlink", "unlinkat", "?rename", "?renameat", "renameat2"],
  ...["?rmdir", "?symlink", "symlinkat", "writev", "pwritev", "?pwritev2", "truncate", "fallocate"],
  ...["sync_file_range", "copy_file_range", "sendfile", "mmap", "?io_uring_setup"],
] as const;

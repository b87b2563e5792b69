import { type FileHandle, open } from "node:fs/promises";

const headerBytes = 32;
const frameHeaderBytes = 24;
const magicLittle = 0x377f0682;
const magicBig = 0x377f0683;

type Sums = readonly [number, number];

/** SQLite's running checksum over pairs of 32-bit words. */
const checksum = (bytes: DataView, littleEndian: boolean, seed: Sums): Sums => {
  let [first, second] = seed;
  for (let at = 0; at < bytes.byteLength; at += 8) {
    first = (first + bytes.getUint32(at, littleEndian) + second) >>> 0;
    second = (second + bytes.getUint32(at + 4, littleEndian) + first) >>> 0;
  }
  return [first, second];
};

const windowBytes = 1024 * 1024;

type ReadAt = (at: number, length: number) => Promise<DataView | null>;

/** Reads parts of a file through a window: a log has thousands of frames, and a read of its own for each is slow. */
const readerOf = (file: FileHandle): ReadAt => {
  const window = new Uint8Array(windowBytes);
  let [from, to] = [0, 0];
  return async (at, length) => {
    if (at < from || at + length > to) {
      const { bytesRead } = await file.read(window, 0, windowBytes, at);
      [from, to] = [at, at + bytesRead];
    }
    // A copy: the window moves on under what was read from it.
    return at + length <= to ? new DataView(window.slice(at - from, at - from + length).buffer) : null;
  };
};

const part = (view: DataView, at: number, length: number) =>
  new DataView(view.buffer, view.byteOffset + at, length);

const isHeader = (header: DataView): boolean => {
  const magic = header.getUint32(0);
  if (magic !== magicLittle && magic !== magicBig) return false;
  const [first, second] = checksum(part(header, 0, 24), magic === magicLittle, [0, 0]);
  return first === header.getUint32(24) && second === header.getUint32(28);
};

/** Reads frame after frame; true when a frame fails although a later transaction was begun after a commit at or behind it. */
const hasHole = async (readAt: ReadAt, header: DataView): Promise<boolean> => {
  const littleEndian = header.getUint32(0) === magicLittle;
  const pageBytes = header.getUint32(8);
  const frameBytes = frameHeaderBytes + pageBytes;
  let sums: Sums = [header.getUint32(24), header.getUint32(28)];
  let intact = true;
  let committedBehindHole = false;
  for (let at = headerBytes; ; at += frameBytes) {
    const frame = await readAt(at, frameBytes);
    if (frame === null) return false;
    const isOfThisLog =
      frame.getUint32(8) === header.getUint32(16) && frame.getUint32(12) === header.getUint32(20);
    if (intact) {
      sums = checksum(part(frame, 0, 8), littleEndian, sums);
      sums = checksum(part(frame, frameHeaderBytes, pageBytes), littleEndian, sums);
      intact = isOfThisLog && sums[0] === frame.getUint32(16) && sums[1] === frame.getUint32(20);
    }
    if (intact || !isOfThisLog) continue;
    if (committedBehindHole) return true;
    committedBehindHole = frame.getUint32(4) !== 0;
  }
};

/**
 * Why committed records of the log are lost, or null. SQLite itself stops reading at the first bad frame and says nothing.
 * A torn last transaction is no loss; with `synchronous=FULL` a frame behind a commit proves that everything before was durable.
 */
export const faultOfWal = async (path: string): Promise<string | null> => {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size <= headerBytes) return null;
    const readAt = readerOf(file);
    const header = await readAt(0, headerBytes);
    if (header === null || !isHeader(header)) return "the header of the write-ahead log is damaged";
    return (await hasHole(readAt, header)) ? "committed records of the write-ahead log are damaged" : null;
  } finally {
    await file.close();
  }
};

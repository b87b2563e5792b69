import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Operation, Recording } from "./operations.ts";

/** A line of JSON with lengths in place of bytes, then all the bytes, compressed: pages of a log are much like one another. */
export const encodeRecording = (recording: Recording): Buffer => {
  const head = JSON.stringify(recording, (_, value: unknown) =>
    value instanceof Uint8Array ? value.byteLength : value,
  );
  const bytes = recording.flatMap((operation) => (operation.kind === "write" ? [operation.bytes] : []));
  const whole = Buffer.concat([Buffer.from(`${head}\n`), ...bytes]);
  return brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
    },
  });
};

type Encoded = Exclude<Operation, { kind: "write" }> | EncodedWrite;
interface EncodedWrite {
  readonly kind: "write";
  readonly file: number;
  readonly at: number;
  readonly bytes: number;
}

export const decodeRecording = (compressed: Uint8Array): Recording => {
  const whole = brotliDecompressSync(compressed);
  const end = whole.indexOf("\n");
  const head: Encoded[] = JSON.parse(whole.toString("utf8", 0, end));
  let next = end + 1;
  return head.map((operation): Operation => {
    if (operation.kind !== "write") return operation;
    const from = next;
    next += operation.bytes;
    return { ...operation, bytes: new Uint8Array(whole.subarray(from, next)) };
  });
};

/** The bytes of a file while they are put together; what was never written is zero. */
export interface Content {
  write(at: number, bytes: Uint8Array): void;
  resize(size: number): void;
  bytes(): Uint8Array;
}

export const emptyContent = (): Content => {
  let buffer = new Uint8Array(8_192);
  let size = 0;
  const reserve = (wanted: number) => {
    if (wanted <= buffer.byteLength) return;
    const larger = new Uint8Array(Math.max(wanted, buffer.byteLength * 4));
    larger.set(buffer.subarray(0, size));
    buffer = larger;
  };
  const resize = (wanted: number) => {
    reserve(wanted);
    if (wanted < size) buffer.fill(0, wanted, size);
    size = wanted;
  };
  return {
    write: (at, bytes) => {
      resize(Math.max(size, at + bytes.byteLength));
      buffer.set(bytes, at);
    },
    resize,
    bytes: () => buffer.subarray(0, size),
  };
};

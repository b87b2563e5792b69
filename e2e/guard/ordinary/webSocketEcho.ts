import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";

const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const [text, close] = [1, 8];

/** The short frames at the beginning of `bytes`, unmasked. */
const framesOf = (bytes: Buffer): { readonly opcode: number; readonly payload: Buffer }[] => {
  const length = (bytes[1] ?? 0) & 127;
  if (bytes.length < 6 + length) return [];
  const mask = bytes.subarray(2, 6);
  const payload = Buffer.from(bytes.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  return [{ opcode: (bytes[0] ?? 0) & 15, payload }, ...framesOf(bytes.subarray(6 + length))];
};

const frame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([128 | opcode, payload.length]), payload]);

/** Accepts a WebSocket and says back every short text it is sent. */
export const answerSocket = (
  key: string,
  socket: Duplex,
  onText: (said: string) => void = () => {},
): void => {
  const accept = createHash("sha1").update(`${key}${magic}`).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes: Buffer) => {
    for (const { opcode, payload } of framesOf(bytes)) {
      if (opcode === text) {
        onText(payload.toString());
        socket.write(frame(text, Buffer.from(`echo ${payload}`)));
      }
      if (opcode === close) socket.end(frame(close, payload));
    }
  });
};

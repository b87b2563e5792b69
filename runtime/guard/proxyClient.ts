import type { Socket } from "node:net";
import { endOfHead, type ProxyHead, parseHead } from "./proxyHead.ts";

/** The longest head of a request, in bytes: what browsers and servers put up with. */
export const mostHeadBytes = 256 * 1024;

/** How much of a body is on its way at once, in bytes: with less, each small piece waits for its turn in three processes. */
export const windowBytes = 1024 * 1024;

/** A connection of a browser to its proxy, read request by request. Nothing is read that nobody asked for. */
export interface ProxyClient {
  readonly socket: Socket;
  /** The next head; null at the end of the connection, "malformed" for bytes that are no request. */
  head(): Promise<ProxyHead | "malformed" | null>;
  /** The next `length` bytes, in pieces; ends early when the connection does. */
  body(length: number): AsyncGenerator<Buffer>;
  /** Gives the socket away; what was already read is put back. */
  release(): Socket;
}

export const readProxyClient = (socket: Socket): ProxyClient => {
  let rest: Buffer = Buffer.alloc(0);
  let wake: () => void = () => {};
  const events = ["readable", "end", "close", "error"] as const;
  const onEvent = () => wake();
  for (const event of events) socket.on(event, onEvent);

  const read = async (): Promise<Buffer | null> => {
    for (;;) {
      const chunk: unknown = socket.read();
      if (chunk instanceof Buffer) return chunk;
      if (socket.readableEnded || socket.destroyed) return null;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  return {
    socket,
    async head() {
      for (;;) {
        const end = endOfHead(rest);
        if (end !== -1) {
          const head = parseHead(rest.subarray(0, end));
          rest = rest.subarray(end);
          return head ?? "malformed";
        }
        if (rest.length > mostHeadBytes) return "malformed";
        const chunk = await read();
        if (chunk === null) return rest.length === 0 ? null : "malformed";
        rest = Buffer.concat([rest, chunk]);
      }
    },
    async *body(length) {
      for (let left = length; left > 0; ) {
        const chunk = rest.length > 0 ? rest : await read();
        if (chunk === null) return;
        rest = chunk.subarray(left);
        left -= chunk.length - rest.length;
        yield chunk.subarray(0, chunk.length - rest.length);
      }
    },
    release() {
      for (const event of events) socket.off(event, onEvent);
      if (rest.length > 0) socket.unshift(rest);
      rest = Buffer.alloc(0);
      return socket;
    },
  };
};

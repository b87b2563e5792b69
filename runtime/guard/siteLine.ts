import type { Socket } from "node:net";
import { answerStart } from "./answerStart.ts";
import { mostHeadBytes } from "./proxyClient.ts";

/** A connection to a site whose answers go to one browser connection byte for byte, whatever a site's manners are. */
export interface SiteLine {
  isOpen(): boolean;
  /**
   * Sends one request. With `onCut`, the browser is shown no answer before it holds one that counts, and if the site
   * cuts the connection before that, `onCut` is called instead of the browser seeing a cut.
   */
  send(head: Buffer, body: AsyncIterable<Buffer>, onCut: (() => void) | null): Promise<void>;
  /** Closes the connection without the browser's noticing. */
  retire(): void;
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off("drain", done);
      socket.off("close", done);
      resolve();
    };
    socket.on("drain", done);
    socket.on("close", done);
  });

const write = async (socket: Socket, bytes: Buffer) => {
  if (!socket.writable || socket.write(bytes)) return;
  if (!socket.destroyed) await drained(socket);
};

export const openSiteLine = (site: Socket, browser: Socket): SiteLine => {
  let held: Buffer | null = null;
  let onCut: (() => void) | null = null;
  let failed = false;

  const pass = (bytes: Buffer) => {
    if (bytes.length > 0 && !browser.write(bytes)) site.pause();
  };
  const onData = (chunk: Buffer) => {
    if (held === null) return pass(chunk);
    held = Buffer.concat([held, chunk]);
    const start = held.length > mostHeadBytes ? 0 : answerStart(held);
    if (start === null) return;
    pass(held.subarray(start));
    held = null;
  };
  const onDrain = () => site.resume();
  const onClose = () => {
    retire();
    if (held !== null && onCut !== null) onCut();
    else if (failed) browser.resetAndDestroy();
    else browser.end();
  };
  const retire = () => {
    browser.off("drain", onDrain);
    browser.off("close", retire);
    site.off("close", onClose);
    site.destroy();
  };

  site.on("data", onData);
  site.on("error", () => {
    failed = true;
  });
  site.on("close", onClose);
  browser.on("drain", onDrain);
  browser.on("close", retire);

  return {
    isOpen: () => site.writable && !site.destroyed,
    async send(head, body, whenCut) {
      onCut = whenCut;
      held = whenCut === null ? null : Buffer.alloc(0);
      await write(site, head);
      // Read to its end even when the site is gone: a browser reads no answer before it has sent everything.
      for await (const chunk of body) await write(site, chunk);
    },
    retire,
  };
};

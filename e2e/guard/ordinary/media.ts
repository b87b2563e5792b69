import type { OrdinaryPage } from "./ordinaryPage.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const samples = 400_000;

/** A second of silence as WAV. */
const silence = (): Buffer => {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samples, 24);
  header.writeUInt32LE(samples, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
};

const sound = silence();

export const media: OrdinaryPage = {
  name: "images, style sheets, a lazy picture and sound asked for by ranges",
  answer({ path, headers }, reply) {
    if (path === "/style.css")
      return reply.send(
        200,
        { "content-type": "text/css" },
        '@import "/more.css"; p { background: url("/back.gif") }',
      );
    if (path === "/more.css")
      return reply.send(200, { "content-type": "text/css" }, "p { color: rgb(4, 5, 6) }");
    if (path.endsWith(".gif")) return reply.send(200, { "content-type": "image/gif" }, pixel);
    if (path === "/sound.wav") {
      const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(headers["range"] ?? "") ?? [];
      const [first, last] = [Number(from), to === "" ? sound.length - 1 : Number(to)];
      const range = { "content-range": `bytes ${first}-${last}/${sound.length}`, "accept-ranges": "bytes" };
      return reply.send(206, { "content-type": "audio/wav", ...range }, sound.subarray(first, last + 1));
    }
    reply.page(
      '<link rel="stylesheet" href="/style.css"><p>Media</p><img src="/one.gif" srcset="/one.gif 1x, /two.gif 2x">',
    );
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      await Promise.all([...document.images].map((image) => image.decode()));
      const sound = new Audio("/sound.wav");
      await new Promise((resolve, reject) => { sound.oncanplaythrough = resolve; sound.onerror = () => reject(new Error("no sound")); });
      const part = await fetch("/sound.wav", { headers: { range: "bytes=100-199" } });
      return [document.images[0].naturalWidth, getComputedStyle(document.querySelector("p")).color, sound.duration,
        part.status, (await part.arrayBuffer()).byteLength];
    })()`);
  },
  visible: [1, "rgb(4, 5, 6)", 1, 206, 100],
  log: [
    "GET /",
    "GET /back.gif",
    "GET /more.css",
    "GET /one.gif",
    "GET /sound.wav",
    "GET /sound.wav",
    "GET /style.css",
  ],
};

import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { OrdinaryPage } from "./ordinaryPage.ts";

const text = "Grüße, compressed. ".repeat(500);
const encoded: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(text),
  br: brotliCompressSync(text),
  deflate: deflateSync(text),
};

export const encodings: OrdinaryPage = {
  name: "answers compressed with gzip, brotli and deflate, and an empty and a broken one",
  answer({ path }, reply) {
    const [, coding = ""] = path.split("/");
    const body = encoded[coding];
    const type = { "content-type": "text/plain; charset=utf-8" };
    if (body !== undefined) return reply.send(200, { ...type, "content-encoding": coding }, body);
    if (coding === "empty") return reply.send(204, {});
    if (coding === "broken")
      return reply.send(200, { ...type, "content-encoding": "gzip" }, "no gzip at all");
    reply.page("Encodings");
  },
  async visit(tab) {
    await tab.go("/");
    const ask = `(path, init) => fetch(path, init).then((answer) => answer.text()).then((text) => text.length, (error) => error.name)`;
    const scripts = await tab.run(`(async () => {
      const ask = ${ask};
      return [await ask("/gzip"), await ask("/br", { method: "POST" }), await ask("/deflate"), await ask("/empty"), await ask("/broken")];
    })()`);
    return scripts;
  },
  visible: [text.length, text.length, text.length, 0, "TypeError"],
  log: ["GET /", "GET /broken", "GET /deflate", "GET /empty", "GET /gzip", "POST /br"],
};

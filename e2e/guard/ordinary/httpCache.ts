import type { OrdinaryPage } from "./ordinaryPage.ts";

export const httpCache: OrdinaryPage = {
  name: "an HTTP cache that spares requests or makes them conditional",
  answer({ path, headers }, reply) {
    if (path.startsWith("/fresh")) return reply.send(200, { "cache-control": "max-age=600" }, "fresh");
    if (path.startsWith("/tagged")) {
      const known = headers["if-none-match"] === '"tag"';
      return reply.send(
        known ? 304 : 200,
        { etag: '"tag"', "cache-control": "no-cache" },
        known ? "" : "tagged",
      );
    }
    if (path.startsWith("/style.css"))
      return reply.send(
        200,
        { "content-type": "text/css", "cache-control": "max-age=600" },
        "p { color: rgb(1, 2, 3) }",
      );
    reply.page('<link rel="stylesheet" href="/style.css"><p>Cached</p>', {
      "cache-control": "no-cache",
      etag: '"page"',
    });
  },
  async visit(tab) {
    const seen: unknown[] = [];
    for (const _ of [1, 2, 3]) {
      await tab.go("/");
      seen.push(
        await tab.run(`(async () => {
          const text = async (path, init) => (await fetch(path, init)).text();
          return [await text("/fresh"), await text("/tagged"), await text("/fresh?reload", { cache: "reload" }),
            getComputedStyle(document.querySelector("p")).color];
        })()`),
      );
    }
    return seen;
  },
  visible: Array(3).fill(["fresh", "tagged", "fresh", "rgb(1, 2, 3)"]),
  log: [
    ...Array(3).fill("GET /"),
    "GET /fresh",
    ...Array(3).fill("GET /fresh?reload"),
    "GET /style.css",
    ...Array(3).fill("GET /tagged"),
  ],
};

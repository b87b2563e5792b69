import { createHash } from "node:crypto";
import type { OrdinaryPage } from "./ordinaryPage.ts";

const bytes = Buffer.alloc(20 * 1024 * 1024, "twenty mebibytes of text");

export const largeDownload: OrdinaryPage = {
  name: "a download of twenty mebibytes by script",
  answer({ path }, reply) {
    if (path === "/large") return reply.send(200, { "content-type": "application/octet-stream" }, bytes);
    reply.page("Download");
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const bytes = await (await fetch("/large")).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    })()`);
  },
  visible: createHash("sha256").update(bytes).digest("hex"),
  log: ["GET /", "GET /large"],
};

import type { OrdinaryPage } from "./ordinaryPage.ts";
import type { Reply } from "./site.ts";

/** The answer in the middle of being written; the page asks for its next piece. */
let open: ReturnType<Reply["begin"]> | null = null;

export const streamedAnswer: OrdinaryPage = {
  name: "an answer that is read while the server still writes it",
  answer({ path }, reply) {
    if (path === "/stream") {
      open = reply.begin({ "content-type": "text/plain" });
      open.write("first ");
      return;
    }
    if (path === "/next") {
      open?.write("next ");
      return reply.send(204, {});
    }
    if (path === "/end") {
      open?.end();
      return reply.send(204, {});
    }
    reply.page("Stream");
  },
  async visit(tab) {
    await tab.go("/");
    // The server goes on only when it is told that the piece before has been read: a buffered answer would never end.
    return tab.run(`(async () => {
      const reader = (await fetch("/stream", { method: "POST", body: "start" })).body.pipeThrough(new TextDecoderStream()).getReader();
      const pieces = [];
      for (const step of ["/next", "/next", "/end"]) {
        pieces.push((await reader.read()).value);
        await fetch(step, { method: "POST" });
      }
      pieces.push((await reader.read()).done);
      return pieces;
    })()`);
  },
  visible: ["first ", "next ", "next ", true],
  log: ["GET /", "POST /end", "POST /next", "POST /next", "POST /stream start"],
};

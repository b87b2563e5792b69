import type { OrdinaryPage } from "./ordinaryPage.ts";

export const frames: OrdinaryPage = {
  name: "frames of the same and of another site that send and exchange messages",
  answer({ method, path, body }, reply) {
    if (method === "POST") return reply.send(200, {}, `got ${body}`);
    if (path.startsWith("/frame"))
      return reply.page(`<script>
        addEventListener("message", async ({ data, source }) => {
          const answer = await fetch("/sink", { method: "POST", body: data });
          source.postMessage(data + ": " + await answer.text(), "*");
        });
        parent.postMessage("ready", "*");
      </script>`);
    reply.page("Frames");
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`Promise.all(["", ${JSON.stringify(tab.otherOrigin)}, "srcdoc"].map((origin, at) => new Promise((resolve) => {
      const frame = document.createElement("iframe");
      if (origin === "srcdoc") frame.srcdoc = "<script>parent.postMessage('ready', '*'); onmessage = ({ data }) => parent.postMessage(data + ': by srcdoc', '*')</scr" + "ipt>";
      else frame.src = origin + "/frame?" + at;
      addEventListener("message", ({ data, source }) => {
        if (source !== frame.contentWindow) return;
        if (data === "ready") source.postMessage("frame " + at, "*");
        else resolve(data);
      });
      document.body.append(frame);
    })))`);
  },
  visible: ["frame 0: got frame 0", "frame 1: got frame 1", "frame 2: by srcdoc"],
  log: ["GET /", "GET /frame?0", "GET /frame?1", "POST /sink frame 0", "POST /sink frame 1"],
};

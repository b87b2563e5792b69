import type { OrdinaryPage } from "./ordinaryPage.ts";

const numbers = Array.from({ length: 12 }, (_, at) => at);

export const http2Page: OrdinaryPage = {
  name: "a page of many parts over HTTP/2, with a request body that is streamed",
  protocol: "h2",
  answer({ method, path, body }, reply) {
    if (method === "POST") return reply.send(200, {}, `got ${body}`);
    if (path.startsWith("/part"))
      return reply.send(200, { "content-type": "text/javascript" }, "loaded += 1;");
    reply.page(
      `<script>let loaded = 0;</script>${numbers.map((at) => `<script src="/part/${at}"></script>`).join("")}`,
    );
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const body = new ReadableStream({
        start(controller) {
          for (const piece of ["a", "b", "c"]) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
      const answers = await Promise.all([1, 2, 3].map((at) => fetch("/post/" + at, { method: "POST", body: "x" })));
      const streamed = await (await fetch("/streamed", { method: "POST", duplex: "half", body })).text();
      const { nextHopProtocol } = performance.getEntriesByType("navigation")[0];
      return [loaded, answers.map(({ status }) => status), streamed, nextHopProtocol];
    })()`);
  },
  visible: [12, [200, 200, 200], "got abc", "h2"],
  log: [
    "GET /",
    ...numbers.map((at) => `GET /part/${at}`),
    "POST /post/1 x",
    "POST /post/2 x",
    "POST /post/3 x",
    "POST /streamed abc",
  ],
};

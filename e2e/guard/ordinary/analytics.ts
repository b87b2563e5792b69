import type { OrdinaryPage } from "./ordinaryPage.ts";

export const analytics: OrdinaryPage = {
  name: "analytics that reports by beacon, keepalive fetch and hyperlink ping when the page is left",
  answer({ method, path }, reply) {
    if (method === "POST") return reply.send(204, {});
    if (path === "/next") return reply.page("The next page");
    reply.page(`<a href="/next" ping="/ping">Next</a><script>
      addEventListener("pagehide", () => {
        navigator.sendBeacon("/beacon", JSON.stringify({ event: "leave" }));
        fetch("/collect", { method: "POST", keepalive: true, body: "event=leave" });
      });
      fetch("/collect", { method: "POST", body: "event=view" });
    </script>`);
  },
  async visit(tab) {
    await tab.go("/");
    await tab.click("a");
    await tab.sees("The next page");
    return tab.shown();
  },
  visible: "The next page",
  log: [
    "GET /",
    "GET /next",
    'POST /beacon {"event":"leave"}',
    "POST /collect event=leave",
    "POST /collect event=view",
    "POST /ping PING",
  ],
};

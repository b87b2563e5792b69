import type { OrdinaryPage } from "./ordinaryPage.ts";

export const basicAuth: OrdinaryPage = {
  name: "HTTP basic authentication, asked for and given",
  answer({ path, headers }, reply) {
    if (path === "/") return reply.page("Open to all");
    if (headers["authorization"] !== undefined) return reply.page(`Welcome ${headers["authorization"]}`);
    reply.send(
      401,
      { "www-authenticate": 'Basic realm="site"', "content-type": "text/html" },
      "Who are you?",
    );
  },
  async visit(tab) {
    await tab.go("/");
    const scripts = await tab.run(`(async () => {
      const asked = await fetch("/private");
      const given = await fetch("/private", { headers: { authorization: "Basic " + btoa("ada:secret") } });
      const sent = await fetch("/private", { method: "POST", body: "x" });
      return [asked.status, given.status, sent.status];
    })()`);
    const navigation = await tab.go("/private");
    return [scripts, navigation, await tab.shown()];
  },
  visible: [[401, 200, 401], "arrived", "Who are you?"],
  log: ["GET /", "GET /private", "GET /private", "GET /private", "POST /private x"],
};

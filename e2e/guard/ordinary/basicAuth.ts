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
    // Without "omit", Chromium asks the user, whom nobody plays here, and the request waits.
    const scripts = await tab.run(`(async () => {
      const asked = await fetch("/private", { credentials: "omit" });
      const posted = await fetch("/private", { method: "POST", credentials: "omit", body: "x" });
      const given = await fetch("/private", { headers: { authorization: "Basic " + btoa("ada:secret") } });
      return [asked.status, posted.status, given.status];
    })()`);
    return [scripts, await tab.go("/private")];
  },
  visible: [[401, 401, 200], "failed"],
  log: ["GET /", "GET /private", "GET /private", "GET /private", "POST /private x"],
};

import type { OrdinaryPage } from "./ordinaryPage.ts";

const many = "x".repeat(24_000);
const policy = "script-src 'self' https://example.test ".repeat(1_000);

export const largeHeaders: OrdinaryPage = {
  name: "headers of more than sixteen kibibytes, both ways",
  answer({ path, headers }, reply) {
    if (path === "/") return reply.page("Headers");
    reply.send(200, { "x-policy": policy.trim(), "x-name": "caf\u00e9" }, String(headers["x-many"]?.length));
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const answer = await fetch("/large", { method: "POST", headers: { "x-many": "x".repeat(${many.length}) } });
      return [await answer.text(), answer.headers.get("x-policy").length, answer.headers.get("x-name")];
    })()`);
  },
  // The two bytes of the letter, each a character: headers are read as latin1.
  visible: [String(many.length), policy.trim().length, "caf\u00c3\u00a9"],
  log: ["GET /", "POST /large"],
};

import type { OrdinaryPage } from "./ordinaryPage.ts";

export const crossOrigin: OrdinaryPage = {
  name: "requests to another site, with and without a preflight",
  answer({ method, path, headers, body }, reply) {
    if (path === "/") return reply.page("Cross-origin");
    const allowed =
      path === "/closed"
        ? {}
        : { "access-control-allow-origin": reply.origin, "access-control-allow-credentials": "true" };
    if (method === "OPTIONS")
      return reply.send(204, {
        ...allowed,
        "access-control-allow-methods": "PUT, DELETE",
        "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
        "access-control-max-age": "600",
      });
    reply.send(200, { ...allowed, "set-cookie": "seen=yes" }, `${method} ${body}`);
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const other = ${JSON.stringify(tab.otherOrigin)};
      const ask = (path, init) => fetch(other + path, init).then((answer) => answer.text(), (error) => error.name);
      return [
        await ask("/simple", { method: "POST", body: "plain" }),
        await ask("/json", { method: "PUT", credentials: "include", headers: { "content-type": "application/json", "x-own": "1" }, body: "{}" }),
        await ask("/json", { method: "PUT", credentials: "include", headers: { "content-type": "application/json", "x-own": "1" }, body: "[]" }),
        await ask("/json", { method: "DELETE" }),
        await ask("/closed", { method: "PUT" }),
        await ask("/closed", { method: "POST" }),
        await ask("/closed", { method: "POST", mode: "no-cors" }),
      ];
    })()`);
  },
  visible: ["POST plain", "PUT {}", "PUT []", "DELETE ", "TypeError", "TypeError", ""],
  log: [
    "DELETE /json",
    "GET /",
    "OPTIONS /closed",
    "OPTIONS /json",
    "POST /closed",
    "POST /closed",
    "POST /simple plain",
    "PUT /json []",
    "PUT /json {}",
  ],
};

import type { OrdinaryPage } from "./ordinaryPage.ts";

export const methods: OrdinaryPage = {
  name: "every method, by fetch and by XMLHttpRequest, asynchronous and synchronous",
  answer({ method, path }, reply) {
    if (path === "/") return reply.page("Methods");
    reply.send(
      200,
      { "x-method": method, "x-many": "a, b", "set-cookie": "one=1" },
      method === "HEAD" ? "" : method,
    );
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const seen = [];
      for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "QUERY"]) {
        const answer = await fetch("/fetch", { method, headers: { "x-own": "value" } });
        seen.push(answer.headers.get("x-method") + " " + (await answer.text()));
      }
      const xhr = new XMLHttpRequest();
      xhr.open("POST", "/sync", false);
      xhr.setRequestHeader("content-type", "application/x-own");
      xhr.send("synchronous");
      seen.push(xhr.responseText, xhr.getResponseHeader("x-many"), xhr.getAllResponseHeaders().includes("x-holdfast"));
      return seen;
    })()`);
  },
  visible: [
    "GET GET",
    "HEAD ",
    "OPTIONS OPTIONS",
    "POST POST",
    "PUT PUT",
    "PATCH PATCH",
    "DELETE DELETE",
    "QUERY QUERY",
    "POST",
    "a, b",
    false,
  ],
  log: [
    "DELETE /fetch",
    "GET /",
    "GET /fetch",
    "HEAD /fetch",
    "OPTIONS /fetch",
    "PATCH /fetch",
    "POST /fetch",
    "POST /sync synchronous",
    "PUT /fetch",
    "QUERY /fetch",
  ],
};

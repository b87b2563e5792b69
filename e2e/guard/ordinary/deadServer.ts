import type { OrdinaryPage } from "./ordinaryPage.ts";

/** Nothing listens there. */
const nobody = "http://127.0.0.1:9";
// Each request gets a connection of its own: on a kept one, a browser without the guard POSTs again (resend.spec.ts).
const once = { connection: "close" };

export const deadServer: OrdinaryPage = {
  name: "a server that is not there and one that hangs up",
  answer({ path }, reply) {
    if (path === "/") return reply.page("Alive", once);
    reply.cut();
  },
  async visit(tab) {
    await tab.go("/");
    const scripts = await tab.run(`(async () => {
      const ask = (url, init) => fetch(url, init).then((answer) => answer.status, (error) => error.name + " " + error.message);
      const load = (path) => new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve("image");
        image.onerror = () => resolve("no image");
        image.src = path;
      });
      const xhr = (path) => new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.onerror = () => resolve("error " + request.status);
        request.onload = () => resolve("load " + request.status);
        request.open("POST", path);
        request.send("y");
      });
      return [
        await ask("${nobody}/"),
        await ask("${nobody}/", { method: "POST", body: "x", mode: "no-cors" }),
        await ask("http://no-such-host.invalid/"),
        await ask("http://no-such-host.invalid/", { method: "POST", mode: "no-cors" }),
        await ask("/cut", { method: "POST", body: "x" }),
        await xhr("/cut"),
        await xhr("${nobody}/"),
        await load("${nobody}/image.gif"),
      ];
    })()`);
    return [scripts, await tab.go(`${nobody}/`)];
  },
  visible: [[...Array(5).fill("TypeError Failed to fetch"), "error 0", "error 0", "no image"], "failed"],
  log: ["GET /", "POST /cut x", "POST /cut y"],
};

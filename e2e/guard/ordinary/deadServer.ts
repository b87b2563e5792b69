import type { OrdinaryPage } from "./ordinaryPage.ts";

/** Nothing listens there. */
const nobody = "http://127.0.0.1:9";

export const deadServer: OrdinaryPage = {
  name: "a server that is not there and one that hangs up",
  answer({ path }, reply) {
    if (path === "/") return reply.page("Alive");
    reply.cut();
  },
  async visit(tab) {
    await tab.go("/");
    const scripts = await tab.run(`(async () => {
      const ask = (url, init) => fetch(url, init).then((answer) => answer.status, (error) => error.name + " " + error.message);
      return [
        await ask("${nobody}/"),
        await ask("${nobody}/", { method: "POST", body: "x", mode: "no-cors" }),
        await ask("http://no-such-host.invalid/"),
        await ask("http://no-such-host.invalid/", { method: "POST", mode: "no-cors" }),
        await ask("/cut", { method: "POST", body: "x" }),
        await new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          xhr.onerror = () => resolve("xhr error " + xhr.status);
          xhr.onload = () => resolve("xhr load " + xhr.status);
          xhr.open("POST", "/cut");
          xhr.send("y");
        }),
        await new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve("image");
          image.onerror = () => resolve("no image");
          image.src = "${nobody}/image.gif";
        }),
      ];
    })()`);
    return [scripts, await tab.go(`${nobody}/`), await tab.go("/cut"), await tab.go("/")];
  },
  visible: [
    [...Array(5).fill("TypeError Failed to fetch"), "xhr error 0", "no image"],
    "failed",
    "failed",
    "arrived",
  ],
  log: ["GET /", "GET /", "GET /cut", "POST /cut x", "POST /cut y"],
};

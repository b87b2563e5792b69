import type { OrdinaryPage } from "./ordinaryPage.ts";

const ask = 'fetch("/sink", { method: "POST", body: kind }).then((answer) => answer.text())';

export const workers: OrdinaryPage = {
  name: "dedicated, nested, module and shared workers that fetch",
  answer({ method, path, body }, reply) {
    const script = (text: string) => reply.send(200, { "content-type": "text/javascript" }, text);
    if (method === "POST") return reply.send(200, {}, `got ${body}`);
    if (path === "/worker.js")
      return script(`importScripts("/kind.js"); ${ask}.then((text) => postMessage(text))`);
    if (path === "/kind.js") return script('self.kind = "dedicated"');
    if (path === "/module.js")
      return script(`import { kind } from "/exported.js"; ${ask}.then((text) => postMessage(text))`);
    if (path === "/exported.js") return script('export const kind = "module"');
    if (path === "/outer.js")
      return script('new Worker("/worker.js").onmessage = ({ data }) => postMessage("nested " + data)');
    if (path === "/shared.js")
      return script(
        `const kind = "shared"; onconnect = ({ ports: [port] }) => { ${ask}.then((text) => port.postMessage(text)); }`,
      );
    reply.page("Workers");
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`Promise.all([
      new Worker("/worker.js"),
      new Worker("/module.js", { type: "module" }),
      new Worker("/outer.js"),
      new Worker(URL.createObjectURL(new Blob(['postMessage("from a blob")']))),
      new SharedWorker("/shared.js").port,
    ].map((worker) => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error("a worker failed"));
    })))`);
  },
  visible: ["got dedicated", "got module", "nested got dedicated", "from a blob", "got shared"],
  log: [
    "GET /",
    "GET /exported.js",
    "GET /kind.js",
    "GET /kind.js",
    "GET /module.js",
    "GET /outer.js",
    "GET /shared.js",
    "GET /worker.js",
    "GET /worker.js",
    "POST /sink dedicated",
    "POST /sink dedicated",
    "POST /sink module",
    "POST /sink shared",
  ],
};

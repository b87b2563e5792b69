import type { OrdinaryPage } from "./ordinaryPage.ts";

export const serviceWorker: OrdinaryPage = {
  name: "a service worker that fetches, caches and answers from its cache",
  answer({ method, path, body }, reply) {
    if (path === "/worker.js")
      return reply.send(
        200,
        { "content-type": "text/javascript" },
        `addEventListener("install", (event) => {
           skipWaiting();
           event.waitUntil(caches.open("v1").then((cache) => cache.addAll(["/", "/data"])));
         });
         addEventListener("activate", (event) => event.waitUntil(clients.claim()));
         addEventListener("fetch", (event) => {
           if (event.request.method === "GET") event.respondWith(caches.match(event.request).then((hit) => hit ?? fetch(event.request)));
           else event.respondWith(event.request.text().then((text) => fetch(event.request.url, { method: "POST", body: text + " by worker" })));
         });`,
      );
    if (path === "/data") return reply.json({ value: 42 });
    if (method === "POST") return reply.send(200, {}, `got ${body}`);
    reply.page(`<p></p><script>
      navigator.serviceWorker.register("/worker.js");
      const show = async () => {
        await new Promise((resolve) => {
          if (navigator.serviceWorker.controller) resolve();
          else navigator.serviceWorker.addEventListener("controllerchange", resolve);
        });
        const { value } = await (await fetch("/data")).json();
        const post = await (await fetch("/send", { method: "POST", body: "a POST" })).text();
        document.querySelector("p").textContent = "Value " + value + ", " + post;
      };
      show();
    </script>`);
  },
  async visit(tab) {
    await tab.go("/");
    await tab.sees("Value 42, got a POST by worker");
    await tab.go("/");
    await tab.sees("Value 42, got a POST by worker");
    return tab.shown();
  },
  visible: "Value 42, got a POST by worker",
  log: [
    "GET /",
    "GET /",
    "GET /data",
    "GET /worker.js",
    "POST /send a POST by worker",
    "POST /send a POST by worker",
  ],
};

import { type Channel, leading, scripted } from "./channel.ts";

const methods = ["POST", "PUT", "PATCH", "DELETE"];
const inScript = (kind: string) => `fetch("/sink/${kind}", { method: "POST", body: "x" })`;

/** A script of the page sends. */
export const requests: readonly Channel[] = [
  {
    name: "fetch, each method",
    kind: "request",
    page: scripted(
      `for (const method of ${JSON.stringify(methods)}) await fetch("/sink/fetch", { method, body: "x" }).catch(() => {});`,
    ),
    hits: methods.map((method) => `${method} /sink/fetch`),
  },
  {
    name: "XMLHttpRequest, each method",
    kind: "request",
    page: scripted(`for (const method of ${JSON.stringify(methods)}) await new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.onloadend = resolve;
      request.open(method, "/sink/xhr");
      request.send("x");
    });`),
    hits: methods.map((method) => `${method} /sink/xhr`),
  },
  {
    name: "synchronous XMLHttpRequest",
    kind: "request",
    page: scripted(`const request = new XMLHttpRequest();
      request.open("POST", "/sink/sync", false);
      request.send("x");`),
    hits: ["POST /sink/sync"],
  },
  {
    name: "dedicated worker",
    kind: "request",
    scripts: { "/worker.js": `${inScript("worker")}.finally(() => postMessage(0))` },
    page: scripted('await new Promise((resolve) => { new Worker("/worker.js").onmessage = resolve; });'),
    hits: ["POST /sink/worker"],
  },
  {
    name: "shared worker",
    kind: "request",
    scripts: {
      "/shared.js": `onconnect = ({ ports: [port] }) => ${inScript("shared")}.finally(() => port.postMessage(0))`,
    },
    page: scripted(
      'await new Promise((resolve) => { new SharedWorker("/shared.js").port.onmessage = resolve; });',
    ),
    hits: ["POST /sink/shared"],
  },
  {
    name: "service worker",
    kind: "request",
    scripts: {
      "/service.js": `onmessage = (event) => event.waitUntil(${inScript("service")}.finally(() => event.source.postMessage(0)))`,
    },
    page: scripted(`await navigator.serviceWorker.register("/service.js");
      const { active } = await navigator.serviceWorker.ready;
      await new Promise((resolve) => {
        navigator.serviceWorker.onmessage = resolve;
        navigator.serviceWorker.startMessages();
        active.postMessage(0);
      });`),
    hits: ["POST /sink/service"],
  },
  {
    name: "beacon and keepalive fetch at pagehide",
    kind: "request",
    page: leading(`
      addEventListener("pagehide", () => {
        navigator.sendBeacon("/sink/beacon", "x");
        fetch("/sink/keepalive", { method: "POST", keepalive: true, body: "x" });
      });
      location = "/landed";`),
    hits: ["POST /sink/beacon", "POST /sink/keepalive"],
  },
  {
    name: "hyperlink ping",
    kind: "request",
    page: leading(
      'Object.assign(document.createElement("a"), { href: "/landed", ping: "/sink/ping" }).click();',
    ),
    hits: ["POST /sink/ping"],
  },
  {
    name: "fetch, 308 redirect",
    kind: "request",
    page: scripted('await fetch("/sink/308", { method: "POST", body: "x" });'),
    hits: ["POST /sink/308", "POST /sink/done"],
  },
  {
    name: "prototypes patched, fetch",
    kind: "request",
    page: scripted(`const own = fetch;
      window.fetch = XMLHttpRequest.prototype.send = navigator.sendBeacon = () => Promise.reject(new Error("patched"));
      await own("/sink/patched", { method: "POST", body: "x" });`),
    hits: ["POST /sink/patched"],
  },
  {
    name: "fetch of a blank frame removed in the same tick",
    kind: "request",
    page: scripted(`const frame = document.body.appendChild(document.createElement("iframe"));
      frame.contentWindow.fetch("/sink/removed", { method: "POST", keepalive: true, body: "x" });
      frame.remove();
      await fetch("/ping");`),
    hits: ["POST /sink/removed"],
  },
  {
    name: "fetch of a frame of another site",
    kind: "request",
    page: scripted(`const frame = document.createElement("iframe");
      frame.src = location.origin.replace("127.0.0.1", "localhost") + "/frame";
      await new Promise((resolve) => {
        onmessage = ({ data, source }) => (data === "ready" ? source.postMessage("send", "*") : resolve());
        document.body.append(frame);
      });`),
    hits: ["POST /sink/frame"],
  },
  {
    name: "fetch of a blank tab",
    kind: "request",
    page: scripted(`const other = open("about:blank");
      await other.fetch(location.origin + "/sink/tab", { method: "POST", body: "x" });`),
    hits: ["POST /sink/tab"],
  },
];

import { type Channel, formWith, leading, scripted } from "./channel.ts";

/** Nothing unsafe leaves. */
export const safeChannels: readonly Channel[] = [
  {
    name: "frame removed in the same tick as its form",
    kind: "safe",
    page: leading(`
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.contentDocument.body.append(document.forms[0].cloneNode(true));
      frame.contentDocument.forms[0].submit();
      frame.remove();
      done();`),
    hits: [],
  },
  {
    name: "link",
    kind: "safe",
    page: `${formWith("")}<a id="send" href="/sink/done">Send it</a>`,
    hits: ["GET /sink/done"],
  },
  {
    name: "window.open",
    kind: "safe",
    page: scripted(
      'const other = open("/sink/done"); await new Promise((resolve) => { other.onload = resolve; });',
    ),
    hits: ["GET /sink/done"],
  },
  {
    name: "form submitted from pagehide",
    kind: "safe",
    page: leading('addEventListener("pagehide", () => document.forms[0].submit()); location = "/landed";'),
    hits: [],
  },
];

/** Past the gate, so that coverage has to say so. */
export const unseenChannels: readonly Channel[] = [
  {
    name: "WebSocket handshake and message",
    kind: "unseen",
    page: scripted(`await new Promise((resolve) => {
      const socket = new WebSocket(location.origin.replace("http", "ws") + "/sink/socket");
      socket.onopen = () => socket.send("hello");
      socket.onmessage = resolve;
      socket.onerror = resolve;
    });`),
    hits: ["GET /sink/socket", "MESSAGE /sink/socket"],
  },
  {
    name: "beacon of a tab that is closed",
    kind: "unseen",
    page: scripted(`const other = open("/landed");
      await new Promise((resolve) => { other.onload = resolve; });
      other.addEventListener("pagehide", () => other.navigator.sendBeacon("/sink/closed", "x"));
      other.close();
      for (let at = 0; at < 5; at += 1) await fetch("/ping");`),
    hits: ["POST /sink/closed"],
  },
  {
    name: "report of a content security policy",
    kind: "unseen",
    pageHeaders: { "content-security-policy": "img-src data:; report-uri /sink/report" },
    page: scripted(`const image = new Image();
      const refused = new Promise((resolve) => { image.onerror = resolve; });
      image.src = "/image.gif";
      await refused;
      for (let at = 0; at < 5; at += 1) await fetch("/ping");`),
    hits: ["POST /sink/report"],
  },
  {
    name: "fetchLater",
    kind: "unseen",
    page: leading(`
      globalThis.fetchLater?.("/sink/later", { method: "POST", body: "x" });
      location = "/landed";`),
    hits: ["POST /sink/later"],
  },
];

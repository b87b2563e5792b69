import type { OrdinaryPage } from "./ordinaryPage.ts";

const visit: OrdinaryPage["visit"] = async (tab) => {
  await tab.go("/");
  return tab.run(`new Promise((resolve, reject) => {
    const socket = new WebSocket(location.origin.replace("http", "ws") + "/socket");
    const said = [];
    socket.onopen = () => socket.send("one");
    socket.onmessage = (event) => {
      said.push(event.data);
      if (said.length < 2) socket.send("two");
      else socket.close(1000, "enough");
    };
    socket.onclose = (event) => resolve([...said, event.code, event.wasClean]);
    socket.onerror = () => reject(new Error("the socket failed"));
  })`);
};

const common = {
  answer: (_seen, reply) => reply.page("Socket"),
  visit,
  visible: ["echo one", "echo two", 1000, true],
  log: ["GET /", "GET /socket", "MESSAGE /socket one", "MESSAGE /socket two"],
} satisfies Partial<OrdinaryPage>;

export const webSocket: OrdinaryPage = { name: "a WebSocket conversation", ...common };
export const secureWebSocket: OrdinaryPage = {
  name: "a WebSocket conversation over TLS",
  protocol: "https",
  ...common,
};

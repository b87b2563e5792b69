import type { OrdinaryPage } from "./ordinaryPage.ts";

export const serverSentEvents: OrdinaryPage = {
  name: "server-sent events that reconnect with the last id",
  answer({ path, headers }, reply) {
    if (path !== "/events") return reply.page("Events");
    const last = Number(headers["last-event-id"] ?? 0);
    const stream = reply.begin({ "content-type": "text/event-stream", "cache-control": "no-cache" });
    stream.write(`retry: 10\nid: ${last + 1}\ndata: event ${last + 1}\n\n`);
    if (last < 2) stream.end();
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`new Promise((resolve) => {
      const events = new EventSource("/events");
      const seen = [];
      events.onmessage = (event) => {
        seen.push(event.data);
        if (seen.length === 3) { events.close(); resolve(seen); }
      };
    })`);
  },
  visible: ["event 1", "event 2", "event 3"],
  log: ["GET /", "GET /events", "GET /events", "GET /events"],
};

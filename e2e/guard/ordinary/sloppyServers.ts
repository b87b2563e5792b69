import type { OrdinaryPage } from "./ordinaryPage.ts";

const answering = (answers: Readonly<Record<string, string>>): Pick<OrdinaryPage, "answer" | "visit"> => ({
  answer({ path }, reply) {
    const raw = answers[path.slice(1)];
    if (raw === undefined) return reply.page("Sloppy", { connection: "close" });
    // Said, so that nothing is sent on a connection that is about to end, and then sent again.
    reply.raw(raw.replace("Content-Length", "Connection: close\r\nContent-Length"));
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const seen = [];
      for (const name of ${JSON.stringify(Object.keys(answers))}) {
        const method = { method: "POST" };
        seen.push(await fetch("/" + name, method).then(async (answer) => name + " " + answer.status + " " + (await answer.text()), () => name + " failed"));
      }
      return seen;
    })()`);
  },
});

const forgiven = {
  noReason: "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
  old: "HTTP/1.0 200 OK\r\n\r\nok",
  earlyHints: "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
  oddStatus: "HTTP/1.1 600 Odd\r\nContent-Length: 2\r\n\r\nok",
  upgradeOffered: "HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\nok",
};

const broken = {
  bareLineFeeds: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
  lengthTwice: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
  lengthAndChunks:
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
  moreThanPromised: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
  foldedHeader: "HTTP/1.1 200 OK\r\nX-Own: a\r\n b\r\nContent-Length: 2\r\n\r\nok",
  spaceInName: "HTTP/1.1 200 OK\r\nX Own: a\r\nContent-Length: 2\r\n\r\nok",
  noColon: "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nok",
};

const strange = {
  controlInReason: "HTTP/1.1 200 O\u0001K\r\nContent-Length: 2\r\n\r\nok",
  lowStatus: "HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok",
};

const all = (answers: Readonly<Record<string, string>>, status: (name: string) => string) => ({
  visible: Object.keys(answers).map((name) => `${name} ${status(name)} ok`),
  log: ["GET /", ...Object.keys(answers).map((name) => `POST /${name}`)].toSorted(),
});

export const sloppyServers: OrdinaryPage = {
  name: "a server with old or unusual manners",
  ...answering(forgiven),
  ...all(forgiven, (name) => (name === "oddStatus" ? "600" : "200")),
};
export const brokenServers: OrdinaryPage = {
  name: "a server that breaks rules whose breach browsers forgive",
  ...answering(broken),
  ...all(broken, () => "200"),
};
export const strangeStatus: OrdinaryPage = {
  name: "a server with a status line of its own",
  ...answering(strange),
  ...all(strange, (name) => (name === "lowStatus" ? "99" : "200")),
};

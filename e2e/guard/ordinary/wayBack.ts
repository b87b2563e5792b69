import type { OrdinaryPage } from "./ordinaryPage.ts";

export const wayBack: OrdinaryPage = {
  name: "links, a GET form by script, the way back and forward, and a reload",
  answer({ path }, reply) {
    if (path === "/" || path === "/two") {
      return reply.page(
        `<p>Page ${path}</p><a href="/two">Two</a><form action="/found"><input name="q" value="é & ü"></form><button onclick="document.forms[0].submit()">Find</button>`,
        {
          "cache-control": "max-age=60",
        },
      );
    }
    reply.page(`<p>Found ${path}</p>`);
  },
  async visit(tab) {
    const seen: unknown[] = [];
    const look = async (text: string) => {
      await tab.sees(text);
      seen.push(await tab.run("[location.pathname + location.search, history.length]"));
    };
    await tab.go("/");
    await look("Page /");
    await tab.click("a");
    await look("Page /two");
    await tab.click("button", "boundary");
    await look("Found");
    await tab.run("void setTimeout(() => history.go(-2))");
    await look("Page /");
    await tab.run("void setTimeout(() => location.reload())");
    await look("Page /");
    return seen;
  },
  visible: [
    ["/", 2],
    ["/two", 3],
    ["/found?q=%C3%A9+%26+%C3%BC", 4],
    ["/", 4],
    ["/", 4],
  ],
  log: ["GET /", "GET /", "GET /found?q=%C3%A9+%26+%C3%BC", "GET /two"],
};

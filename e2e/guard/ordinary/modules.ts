import type { OrdinaryPage } from "./ordinaryPage.ts";

export const modules: OrdinaryPage = {
  name: "module scripts, preloads and imports on demand",
  answer({ path }, reply) {
    const script = (text: string) => reply.send(200, { "content-type": "text/javascript" }, text);
    if (path === "/main.js")
      return script(
        'import { greet } from "greeting"; greet("first"); window.later = () => import("/later.js")',
      );
    if (path === "/greeting.js")
      return script('export const greet = (text) => document.body.append(text + " ")');
    if (path === "/later.js")
      return script('import { greet } from "greeting"; greet("later"); export default "imported"');
    if (path === "/broken.js") return reply.send(404, {}, "");
    reply.page(`<script type="importmap">{ "imports": { "greeting": "/greeting.js" } }</script>
      <link rel="modulepreload" href="/greeting.js"><script type="module" src="/main.js"></script><body>`);
  },
  async visit(tab) {
    await tab.go("/");
    await tab.sees("first");
    const late = await tab.run("later().then((module) => module.default)");
    const broken = await tab.run('import("/broken.js").catch((error) => error.name)');
    return [await tab.shown(), late, broken];
  },
  visible: ["first later", "imported", "TypeError"],
  log: ["GET /", "GET /broken.js", "GET /greeting.js", "GET /later.js", "GET /main.js"],
};

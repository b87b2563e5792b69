import type { OrdinaryPage } from "./ordinaryPage.ts";

export const autosave: OrdinaryPage = {
  name: "a form that saves itself with PUT as it is typed in",
  answer({ method, body, headers }, reply) {
    if (method === "PUT")
      return reply.json({ saved: body }, { etag: `"${headers["if-match"] ?? "0"}-next"` });
    if (method === "PATCH" || method === "DELETE") return reply.send(204, {});
    reply.page(`<input name="title"><p></p><script>
      let version = "1";
      let saving = Promise.resolve();
      const save = async (value) => {
        const answer = await fetch("/draft", { method: "PUT", headers: { "if-match": version }, body: value });
        version = answer.headers.get("etag");
        document.querySelector("p").textContent = "Saved " + (await answer.json()).saved;
      };
      document.querySelector("input").addEventListener("input", (event) => {
        const { value } = event.target;
        saving = saving.then(() => save(value));
      });
    </script>`);
  },
  async visit(tab) {
    await tab.go("/");
    for (const text of ["A", "Ad", "Ada"]) {
      await tab.run(`
        document.querySelector("input").focus(),
        document.execCommand("insertText", false, ${JSON.stringify(text.at(-1))})`);
      await tab.sees(`Saved ${text}`);
    }
    await tab.run('fetch("/draft", { method: "PATCH", body: "done" }).then((answer) => answer.status)');
    await tab.run('fetch("/draft", { method: "DELETE" }).then((answer) => answer.status)');
    return tab.shown();
  },
  visible: "Saved Ada",
  log: ["DELETE /draft", "GET /", "PATCH /draft done", "PUT /draft A", "PUT /draft Ad", "PUT /draft Ada"],
};

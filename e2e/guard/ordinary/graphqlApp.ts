import type { OrdinaryPage } from "./ordinaryPage.ts";

const query = (id: number) =>
  JSON.stringify({ query: "query Item($id: Int) { item(id: $id) { name } }", variables: { id } });

export const graphqlApp: OrdinaryPage = {
  name: "a single-page application that POSTs GraphQL queries",
  answer({ path, body }, reply) {
    if (path === "/graphql")
      return reply.json({ data: { item: { name: `Item ${JSON.parse(body).variables.id}` } } });
    reply.page(`<button>More</button><ul></ul><script>
      let id = 0;
      const more = async () => {
        id += 1;
        const body = JSON.stringify({ query: "query Item($id: Int) { item(id: $id) { name } }", variables: { id } });
        const answer = await fetch("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body });
        const { data } = await answer.json();
        document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: data.item.name }));
        history.pushState({}, "", "/items/" + id);
      };
      document.querySelector("button").addEventListener("click", more);
      more();
    </script>`);
  },
  async visit(tab) {
    await tab.go("/");
    await tab.sees("Item 1");
    await tab.click("button");
    await tab.sees("Item 2");
    await tab.click("button");
    await tab.sees("Item 3");
    return tab.run("[location.pathname, document.querySelectorAll('li').length]");
  },
  visible: ["/items/3", 3],
  log: ["GET /", `POST /graphql ${query(1)}`, `POST /graphql ${query(2)}`, `POST /graphql ${query(3)}`],
};

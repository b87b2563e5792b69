import type { OrdinaryPage } from "./ordinaryPage.ts";

export const newTab: OrdinaryPage = {
  name: "a page that opens another tab, speaks with it and closes it",
  answer({ method, path }, reply) {
    if (method === "POST") return reply.send(200, {}, "sent");
    if (path === "/opened")
      return reply.page(`<script>
        fetch("/sink", { method: "POST", body: "from the new tab" })
          .then((answer) => answer.text()).then((text) => { opener.postMessage(text, "*"); });
      </script>`);
    reply.page(`<button>Open</button><p></p><script>
      document.querySelector("button").onclick = () => {
        const other = open("/opened", "other", "width=300,height=200");
        addEventListener("message", ({ data }) => {
          other.close();
          document.querySelector("p").textContent = "The other tab said " + data + " and is " + (other.closed ? "closed" : "open");
        });
      };
    </script>`);
  },
  async visit(tab) {
    await tab.go("/");
    await tab.click("button");
    await tab.sees("The other tab said");
    return tab.run("document.querySelector('p').textContent");
  },
  visible: "The other tab said sent and is closed",
  log: ["GET /", "GET /opened", "POST /sink from the new tab"],
};

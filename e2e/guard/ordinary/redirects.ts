import type { OrdinaryPage } from "./ordinaryPage.ts";

const statuses = [301, 302, 303, 307, 308];
/** `/301/302/end` answers 301 to `/302/end`. */
const follow: OrdinaryPage["answer"] = ({ method, path, body }, reply) => {
  const [, first = "", ...rest] = path.split("/");
  if (statuses.includes(Number(first))) return reply.send(Number(first), { location: `/${rest.join("/")}` });
  if (first === "form")
    return reply.page(
      `<form method="post" action="/${rest.join("/")}"><input name="name" value="Ada"><button>Send</button></form>`,
    );
  reply.page(`Arrived by ${method} ${body}`.trim());
};

export const redirects: OrdinaryPage = {
  name: "chains of redirects, of pages and of script requests",
  answer: follow,
  async visit(tab) {
    await tab.go("/301/302/303/307/308/end");
    const page = await tab.shown();
    const scripts = await tab.run(`(async () => {
      const seen = [];
      for (const status of [301, 302, 303, 307, 308]) {
        const answer = await fetch("/" + status + "/end", { method: "POST", body: "name=Ada" });
        seen.push([answer.redirected, new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent]);
      }
      const manual = await fetch("/302/end", { redirect: "manual" });
      const refused = await fetch("/302/end", { redirect: "error" }).catch((error) => error.name);
      return [...seen, manual.type, refused];
    })()`);
    return [page, scripts];
  },
  visible: [
    "Arrived by GET",
    [
      [true, "Arrived by GET"],
      [true, "Arrived by GET"],
      [true, "Arrived by GET"],
      [true, "Arrived by POST name=Ada"],
      [true, "Arrived by POST name=Ada"],
      "opaqueredirect",
      "TypeError",
    ],
  ],
  log: [
    "GET /301/302/303/307/308/end",
    "GET /302/303/307/308/end",
    "GET /302/end",
    "GET /302/end",
    "GET /303/307/308/end",
    "GET /307/308/end",
    "GET /308/end",
    ...Array(4).fill("GET /end"),
    ...statuses.map((status) => `POST /${status}/end name=Ada`),
    "POST /end name=Ada",
    "POST /end name=Ada",
  ],
};

export const redirectedForms: OrdinaryPage = {
  name: "forms whose POST is redirected",
  answer: follow,
  async visit(tab) {
    const seen: unknown[] = [];
    for (const chain of ["302", "308", "307/308/303"]) {
      await tab.go(`/form/${chain}/end`);
      await tab.click("button", "boundary");
      await tab.sees("Arrived by");
      seen.push(await tab.shown());
    }
    return seen;
  },
  visible: ["Arrived by GET", "Arrived by POST name=Ada", "Arrived by GET"],
  log: [
    "GET /end",
    "GET /end",
    "GET /form/302/end",
    "GET /form/307/308/303/end",
    "GET /form/308/end",
    "POST /302/end name=Ada",
    "POST /303/end name=Ada",
    "POST /307/308/303/end name=Ada",
    "POST /308/303/end name=Ada",
    "POST /308/end name=Ada",
    "POST /end name=Ada",
  ],
};

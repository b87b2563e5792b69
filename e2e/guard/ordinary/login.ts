import type { OrdinaryPage } from "./ordinaryPage.ts";

const loginForm = `<form method="post" action="/login"><input name="user" value="ada">
  <input type="password" name="password" value="secret"><button>Log in</button></form>
  <script>localStorage.setItem("visited", "yes")</script>`;

const answer: OrdinaryPage["answer"] = ({ method, path, headers }, reply) => {
  if (method === "POST")
    return reply.send(303, { location: "/home", "set-cookie": "session=1; HttpOnly; SameSite=Lax" });
  if (path === "/") return reply.page(loginForm);
  if (headers["cookie"] !== "session=1") return reply.send(302, { location: "/" });
  reply.page(`Welcome <script>document.body.append(localStorage.getItem("visited"))</script>`);
};

const visit: OrdinaryPage["visit"] = async (tab) => {
  await tab.go("/home");
  await tab.click("button", "boundary");
  await tab.sees("Welcome yes");
  await tab.go("/home");
  return [await tab.shown(), await tab.run("location.pathname + ' ' + document.cookie")];
};

const common = {
  answer,
  visit,
  visible: ["Welcome yes", "/home "],
  log: ["GET /", "GET /home", "GET /home", "GET /home", "POST /login user=ada&password=secret"],
} satisfies Partial<OrdinaryPage>;

export const login: OrdinaryPage = {
  name: "a login with cookie, local storage and POST-redirect-GET",
  ...common,
};
export const secureLogin: OrdinaryPage = {
  name: "a login over TLS with cookie, local storage and POST-redirect-GET",
  protocol: "https",
  ...common,
};

import { type Kind, kindSchema } from "./ways.ts";

/** What a page is to send when its button is clicked, and how the site will answer. */
export interface PagePlan {
  readonly commandId: string;
  readonly kind: Kind;
  /** How many requests; a form and a link send one. */
  readonly requests: number;
  readonly delayMs: number;
  /** `cut`: the site reads the request and closes the connection without a word. */
  readonly ending: "ok" | "cut";
}

/** Clicks the page's button. By script, since a person's click waits for the tab to be in front, and several are used at once. */
export const clickButton = `document.getElementById("go").click()`;

export const pagePath = ({ commandId, kind, requests, delayMs, ending }: PagePlan): string =>
  `/page/${commandId}/${kind}/${requests}/${delayMs}/${ending}`;

const effectPath = (plan: PagePlan, number: number): string =>
  `/effect/${plan.commandId}/${plan.kind}-${number}/${plan.delayMs}/${plan.ending}`;

export const parsePagePath = (path: string): PagePlan | null => {
  const [, , commandId = "", kind, requests, delayMs, ending] = path.split("/");
  const known = kindSchema.safeParse(kind);
  if (!path.startsWith("/page/") || !known.success) return null;
  return {
    commandId,
    kind: known.data,
    requests: Number(requests),
    delayMs: Number(delayMs),
    ending: ending === "cut" ? "cut" : "ok",
  };
};

/** Which command an effect's path belongs to, and how it is answered; null for another path. */
export const parseEffectPath = (
  path: string,
): { readonly commandId: string; readonly delayMs: number; readonly cut: boolean } | null => {
  const [, , commandId = "", , delayMs, ending] = path.split("/");
  return path.startsWith("/effect/") ? { commandId, delayMs: Number(delayMs), cut: ending === "cut" } : null;
};

const sendAll = (paths: readonly string[], how: string) =>
  `for (const path of ${JSON.stringify(paths)}) ${how}`;
const button = (script: string) => `<button id="go">Go</button><script>${script}</script>`;
const onClick = (script: string) =>
  button(`document.getElementById("go").addEventListener("click", () => { ${script} });`);
/** Leaves for the next page, and sends while leaving. */
const whileLeaving = (next: string, script: string) =>
  button(`addEventListener("pagehide", () => { ${script} });
    document.getElementById("go").addEventListener("click", () => { location.href = "${next}"; });`);

const bodies: Readonly<Record<Kind, (paths: readonly string[], next: string) => string>> = {
  form: ([path]) =>
    `<form method="post" action="${path}"><input name="name" value="Ada"><button id="go">Go</button></form>`,
  fetch: (paths) => onClick(sendAll(paths, `fetch(path, { method: "POST", body: "Ada" }).catch(() => {});`)),
  fetchPut: (paths) =>
    onClick(sendAll(paths, `fetch(path, { method: "PUT", body: "Ada" }).catch(() => {});`)),
  keepalive: (paths, next) =>
    whileLeaving(
      next,
      sendAll(paths, `fetch(path, { method: "POST", body: "Ada", keepalive: true }).catch(() => {});`),
    ),
  beacon: (paths, next) => whileLeaving(next, sendAll(paths, `navigator.sendBeacon(path, "Ada");`)),
  link: ([path]) => `<a id="go" href="${path}">Go</a>`,
  nothing: () => onClick("document.title = 'clicked'"),
};

/** `plainUrl` is where a page leaves to: the site without TLS, so that the next page has connections of its own. */
export const pageBody = (plan: PagePlan, plainUrl: string): string =>
  bodies[plan.kind](
    Array.from({ length: plan.requests }, (_, number) => effectPath(plan, number)),
    `${plainUrl}/effect/${plan.commandId}/next/0/ok`,
  );

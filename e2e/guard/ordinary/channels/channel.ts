import type { Answer, Seen } from "../site.ts";

/**
 * What the guard makes of a channel outside a boundary command.
 * `submission`: the browser submits a form, which `forms` stops. `request`: a script sends, which `strict` stops.
 * `safe`: nothing unsafe. `unseen`: past the gate, so that coverage has to say so.
 */
export type ChannelKind = "submission" | "request" | "safe" | "unseen";

/** One way by which something leaves a page when its button is clicked. */
export interface Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  /** Body of the page: holds `#send`. It calls `done()` when everything has gone, or leads to an address with `done`. */
  readonly page: string;
  /** Scripts by path, for workers. */
  readonly scripts?: Readonly<Record<string, string>>;
  readonly pageHeaders?: Readonly<Record<string, string>>;
  /** Method and path of what arrives at the server below `/sink` when nothing stops it. */
  readonly hits: readonly string[];
}

/** Below every page: a form with a value to keep, and the way to say that the channel was used. */
const form = '<form method="post" action="/sink/done"><label>Name <input name="name" value="Ada"></label>';
export const formWith = (inside: string, attributes = ""): string =>
  `${form.replace("<form", `<form ${attributes}`)}${inside}</form>`;
export const button = '<button id="send">Send it</button>';

/** A page whose button runs a script; it is done when the script is, whatever became of its requests. */
export const scripted = (script: string): string =>
  `${formWith('<button type="button" id="send">Send it</button>')}<script>
    const send = async () => { ${script} };
    document.querySelector("#send").addEventListener("click", () => { send().catch(() => {}).then(done); });
  </script>`;

/** A page whose button only starts something that leads elsewhere. */
export const leading = (script: string): string =>
  `${formWith('<button type="button" id="send">Send it</button>')}<script>
    document.querySelector("#send").addEventListener("click", () => { ${script} });
  </script>`;

const prelude = `<script>
  globalThis.done = () => { location.hash = "done"; };
</script>`;

/** A value as typed: not the one the form was loaded with. */
const typed = '<script>document.querySelector("[name=name]").value = "Grace"</script>';

/** What the server of a channel answers; a POST to `/sink/307` or `/sink/308` is sent on. */
export const channelAnswer =
  ({ page, scripts, pageHeaders }: Channel): Answer =>
  ({ method, path }: Seen, reply) => {
    const script = scripts?.[path];
    if (script !== undefined) return reply.send(200, { "content-type": "text/javascript" }, script);
    if (path === "/page") return reply.page(`${prelude}${page}${typed}`, pageHeaders);
    if (path === "/landed")
      return reply.page('Landed<script>fetch("/ping").then(() => { location.hash = "done"; })</script>');
    const redirect = /^\/sink\/(30[78])/.exec(path)?.[1];
    if (redirect !== undefined) return reply.send(Number(redirect), { location: "/sink/done" });
    if (path === "/frame")
      return reply.page(
        "<script>addEventListener('message', () => fetch('/sink/frame', { method: 'POST', body: 'x' }).finally(() => parent.postMessage('sent', '*')));parent.postMessage('ready', '*')</script>",
      );
    const text =
      method === "GET"
        ? "Thank you"
        : `Thank you <script>const owner = opener ?? (parent === window ? null : parent); owner?.done?.();</script>`;
    reply.page(text, { "access-control-allow-origin": "*" });
  };

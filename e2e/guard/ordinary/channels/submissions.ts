import { button, type Channel, formWith, leading } from "./channel.ts";

const post = ["POST /sink/done"];

/** The browser itself submits a form. */
export const submissions: readonly Channel[] = [
  { name: "form, same tab", kind: "submission", page: formWith(button), hits: post },
  { name: "form, new tab", kind: "submission", page: formWith(button, 'target="other"'), hits: post },
  {
    name: "form into a frame",
    kind: "submission",
    page: `${formWith(button, 'target="below"')}<iframe name="below"></iframe>`,
    hits: post,
  },
  {
    name: "form into an object",
    kind: "submission",
    page: `${formWith(button, 'target="below"')}<object name="below" data="about:blank"></object>`,
    hits: post,
  },
  {
    name: "GET form",
    kind: "submission",
    page: formWith(button).replace("post", "get"),
    hits: ["GET /sink/done?name=Grace"],
  },
  {
    name: "multipart form",
    kind: "submission",
    page: formWith(`<input type="file" name="file">${button}`, 'enctype="multipart/form-data"'),
    hits: post,
  },
  {
    name: "form, 307 redirect",
    kind: "submission",
    page: formWith('<button id="send" formaction="/sink/307">Send it</button>'),
    hits: ["POST /sink/307", "POST /sink/done"],
  },
  {
    name: "button outside its form",
    kind: "submission",
    page: `${formWith("", 'id="one"')}<button id="send" form="one">Send it</button>`,
    hits: post,
  },
  {
    name: "form.submit() by script",
    kind: "submission",
    page: leading("document.forms[0].submit();"),
    hits: post,
  },
  {
    name: "requestSubmit() by script",
    kind: "submission",
    page: leading("document.forms[0].requestSubmit();"),
    hits: post,
  },
  {
    name: "submit event dispatched again",
    kind: "submission",
    page: `${formWith(button)}<script>
      let again = false;
      document.forms[0].addEventListener("submit", (event) => {
        if (again) return;
        event.preventDefault();
        again = true;
        setTimeout(() => {
          if (event.target.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))) event.target.submit();
        });
      });
    </script>`,
    hits: post,
  },
  {
    name: "prototypes patched, form",
    kind: "submission",
    page: `${formWith(button)}<script>
      const submit = HTMLFormElement.prototype.submit;
      for (const name of ["addEventListener", "dispatchEvent"]) EventTarget.prototype[name] = () => true;
      Event.prototype.preventDefault = Event.prototype.stopImmediatePropagation = Event.prototype.composedPath = () => [];
      HTMLFormElement.prototype.submit = HTMLFormElement.prototype.requestSubmit = () => {};
      document.querySelector("#send").onclick = () => { submit.call(document.forms[0]); return false; };
    </script>`,
    hits: post,
  },
  {
    name: "form in a closed shadow tree",
    kind: "submission",
    page: `${formWith("")}<div id="host"></div><button type="button" id="send">Send it</button><script>
      const root = document.querySelector("#host").attachShadow({ mode: "closed" });
      root.innerHTML = '<form method="post" action="/sink/done"><input name="name" value="Grace"><button>Inner</button></form>';
      document.querySelector("#send").onclick = () => root.querySelector("button").click();
    </script>`,
    hits: post,
  },
  {
    name: "form of a blank tab of its own",
    kind: "submission",
    page: leading(`
      const other = open("about:blank");
      other.document.body.append(other.document.importNode(document.forms[0], true));
      other.document.forms[0].submit();`),
    hits: post,
  },
];

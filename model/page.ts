import { RuntimeError } from "../runtime/contract/index.ts";
import type { ControlDescriptor, PagePort } from "../runtime/ports/page.ts";
import type { ModelGuard } from "./guard.ts";
import type { Life } from "./life.ts";
import type { Site } from "./site.ts";
import type { VirtualTime } from "./virtualTime.ts";

/** A browser process; when it dies its pages close. */
export interface ModelBrowserProcess {
  isOver(): boolean;
  /** Passed wherever the browser could be killed. */
  step(): Promise<void>;
}

export interface PageParts {
  readonly pageId: string | null;
  readonly site: Site;
  readonly guard: ModelGuard;
  readonly time: VirtualTime;
  readonly life: Life;
  readonly process: ModelBrowserProcess;
  /** How long the page's script thinks after a click before it sends the form, in milliseconds. */
  readonly thinksMs: () => number;
}

export const formUrl = "http://site.test/form?course=7";
export const statusUrl = (work: string): string => `http://site.test/status?work=${work}`;

const plain = {
  description: "",
  placeholder: "",
  title: "",
  groups: [],
  nearText: "",
  tableHeaders: [],
  autocomplete: "",
  attributeWords: [],
  options: [],
  form: "form",
  frame: "main",
  enabled: true,
  readOnly: false,
  required: false,
  hiddenBecause: [],
  sensitive: false,
} as const;

const closed = () => new RuntimeError("pageCrashed", "the page is no longer open in the browser");

/** A tab that shows the pages of the model's site: a form of one field, its answers, and a status page. */
export const openModelPage = (parts: PageParts): PagePort => {
  const { site, guard, time, life, process } = parts;
  let url = "about:blank";
  let status: number | null = null;
  let text = "";
  let value = "";
  let messages: { readonly field: string; readonly message: string }[] = [];
  let isOpen = true;

  const touch = async (): Promise<void> => {
    await life.step();
    await process.step();
    if (!isOpen || process.isOver()) throw closed();
  };
  const show = (at: string, shows: string, withStatus = 200) => {
    [url, text, status, messages] = [at, shows, withStatus, []];
  };
  const isForm = () => url === formUrl || messages.length > 0;

  const load = (at: string) => {
    if (at === formUrl) {
      show(at, "Register");
      value = "";
    } else if (at.startsWith("http://site.test/status")) {
      const work = new URL(at).searchParams.get("work") ?? "";
      show(at, site.timesApplied(work) > 0 ? "You are registered" : "No registration yet");
    } else if (at === "http://site.test/done") show(at, "Thank you");
    else show(at, "Not found", 404);
  };

  const submit = async (): Promise<void> => {
    const { pageId } = parts;
    if (pageId === null) return;
    const answer = await guard.leave(pageId, value);
    if (!isOpen || process.isOver()) return;
    const at = "http://site.test/submit";
    if (answer === "redirect") load("http://site.test/done");
    else if (answer === "thanks") show(at, "Thank you");
    else if (answer === "error") show(at, "Something went wrong", 500);
    else if (answer === "invalid") {
      show(at, "Register", 422);
      messages = [{ field: "Name", message: "is taken" }];
    } else if (answer === "cut" || answer === "refused")
      show("chrome-error://", "This site cannot be reached", 0);
  };

  const controls = (): ControlDescriptor[] =>
    isForm()
      ? [
          {
            ...plain,
            ref: "name",
            kind: "text",
            role: "textbox",
            name: "Name",
            label: "Name",
            state: { text: value, checked: null, selected: null, valid: true, message: "" },
            order: 0,
          },
          {
            ...plain,
            ref: "register",
            kind: "submit",
            role: "button",
            name: "Register",
            label: "",
            state: { text: null, checked: null, selected: null, valid: true, message: "" },
            order: 1,
          },
        ]
      : [];
  const onForm = () => {
    if (!isForm()) throw new RuntimeError("targetDetached", "the control has left the page");
  };

  return {
    async facts() {
      await touch();
      return { url, title: isForm() ? "Course" : "Site" };
    },
    async goto(_, to) {
      await touch();
      load(to);
      return { url, title: isForm() ? "Course" : "Site", status };
    },
    async readyState() {
      await touch();
      return "complete";
    },
    async controls() {
      await touch();
      return controls();
    },
    async state(_, ref) {
      await touch();
      onForm();
      const control = controls().find((one) => one.ref === ref);
      if (control === undefined) throw new RuntimeError("targetDetached", "no such control");
      return control.state;
    },
    async enter(_, __, entry) {
      await touch();
      onForm();
      if (entry.how === "text" || entry.how === "keys") value = entry.text;
    },
    leaveField: touch,
    async checkClickable() {
      await touch();
      onForm();
    },
    async click() {
      await touch();
      onForm();
      const thinks = parts.thinksMs();
      // A browser goes on by itself: the click returns before the request has left.
      if (thinks === 0) void submit();
      else time.after(thinks, () => void submit());
    },
    async look() {
      await touch();
      return [];
    },
    async targets() {
      await touch();
      return [];
    },
    async pressKey() {
      await touch();
      onForm();
      void submit();
    },
    async evaluate() {
      await touch();
      return "null";
    },
    async visibleText() {
      await touch();
      return text;
    },
    async labelledTexts() {
      await touch();
      return [];
    },
    async formFields() {
      await touch();
      return isForm() ? [{ field: "name", value, sensitive: false }] : [];
    },
    async blockingMessages() {
      await touch();
      return [];
    },
    async shownMessages() {
      await touch();
      return messages;
    },
    async screenshot() {
      await touch();
      return { bytes: new Uint8Array([1]), width: 1, height: 1 };
    },
    free: touch,
    isOpen: () => isOpen && !process.isOver(),
    async close() {
      await life.step();
      isOpen = false;
    },
  };
};

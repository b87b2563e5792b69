import type { ElementHandle, Frame, JSHandle, Page } from "playwright";
import { z } from "zod";
import { RuntimeError, type TargetSpec } from "../contract/index.ts";
import type { DeadlineView } from "../ports/deadline.ts";
import type { PagePort } from "../ports/page.ts";
import { enterValue } from "./enterValue.ts";
import { callInFrame, handleInFrame, shownFrames, within } from "./frames.ts";
import { asPageError } from "./pageErrors.ts";
import {
  controlStateSchema,
  descriptorSchema,
  fieldValueSchema,
  labelledTextSchema,
  lookSchema,
  messageSchema,
  textSchema,
} from "./schemas.ts";
import { screenshotOf } from "./screenshot.ts";

const loadStates = {
  commit: "commit",
  domContentLoaded: "domcontentloaded",
  interactive: "domcontentloaded",
  networkIdle: "networkidle",
} as const;

/** How long a page may take to be freed of its script, and then to answer, in milliseconds. */
const freeMs = 1_000;

/** What a ref stands for: the elements of one control (several for a radio group) in one frame. */
interface Held {
  readonly frame: Frame;
  readonly elements: JSHandle;
  readonly index: number;
}

/** The part of a target that the page itself can look for; texts are compared outside. */
const structureOf = (target: TargetSpec) => ({
  css: target.css ?? null,
  testId: target.testId ?? null,
  role: target.role ?? null,
  labelled: target.label !== undefined,
});

const asJson = (value: unknown): string | null => {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
};

const leaveFocus = (target: Node): void => {
  const focused = target.ownerDocument?.activeElement;
  if (focused instanceof HTMLElement && focused !== target && focused !== document.body) focused.blur();
};

/** One Playwright page behind the page port. */
export const createPageDriver = (page: Page): PagePort => {
  let held = new Map<string, Held>();
  let generation = 0;
  let crashed = false;
  page.on("crash", () => {
    crashed = true;
  });

  // Opened while the page still answers: a page whose script does not end takes no new session, but obeys an old one.
  const control = page.context().newCDPSession(page);
  control.catch(() => {});
  const freeing = async () => (await control).send("Runtime.terminateExecution");

  const alive = () => {
    if (crashed || page.isClosed())
      throw new RuntimeError("pageCrashed", "the page has crashed or was closed");
  };

  const heldBy = (ref: string): Held => {
    alive();
    const found = held.get(ref);
    if (found === undefined)
      throw new RuntimeError("targetDetached", "the control was read before the page was read again");
    return found;
  };

  /** All elements of the control; `targetDetached` when one has left the page. */
  const elementsOf = async (deadline: DeadlineView, ref: string): Promise<ElementHandle[]> => {
    const { elements, index } = heldBy(ref);
    const list = await within(
      deadline,
      "finding the control again",
      elements.evaluateHandle((all: unknown, at) => (Array.isArray(all) ? all[at] : null), index),
    );
    const properties = await within(deadline, "finding the control again", list.getProperties());
    const found = [...properties.values()].map((property) => property.asElement()).filter((e) => e !== null);
    const connected = await within(
      deadline,
      "finding the control again",
      Promise.all(found.map((element) => element.evaluate((node) => node.isConnected))),
    );
    if (found.length === 0 || connected.includes(false)) {
      throw new RuntimeError("targetDetached", "the control has left the page");
    }
    return found;
  };

  const first = async (deadline: DeadlineView, ref: string): Promise<ElementHandle> => {
    const [element] = await elementsOf(deadline, ref);
    if (element === undefined) throw new RuntimeError("targetDetached", "the control has left the page");
    return element;
  };

  /** Runs one library call in every shown frame and joins the lists. */
  const everywhere = async <T extends z.ZodType>(
    deadline: DeadlineView,
    doing: string,
    body: string,
    schema: T,
    argument: unknown = null,
  ): Promise<z.output<T>[]> => {
    alive();
    const joined: z.output<T>[] = [];
    for (const frame of await shownFrames(deadline, page)) {
      try {
        joined.push(...(await callInFrame(deadline, frame, doing, body, z.array(schema), argument)));
      } catch (error) {
        if (frame === page.mainFrame() || asPageError(error, doing).code !== "targetDetached") throw error;
      }
    }
    return joined;
  };

  /** Reads something of every shown frame together with its elements; what was held before is let go. */
  const gather = async <T extends z.ZodType>(
    deadline: DeadlineView,
    doing: string,
    body: string,
    schema: T,
    argument: unknown = null,
  ): Promise<{ readonly item: z.output<T>; readonly ref: string; readonly frame: string }[]> => {
    alive();
    generation += 1;
    const next = new Map<string, Held>();
    const found: { item: z.output<T>; ref: string; frame: string }[] = [];
    for (const [number, frame] of (await shownFrames(deadline, page)).entries()) {
      const gathered = await handleInFrame(deadline, frame, doing, body, argument);
      const [elements, list] = await Promise.all([
        within(deadline, doing, gathered.getProperty("elements")),
        within(
          deadline,
          doing,
          gathered.evaluate((result) => Reflect.get(Object(result), "descriptors")),
        ),
      ]);
      for (const [index, item] of z.array(schema).parse(list).entries()) {
        const ref = `${generation}.${number}.${index}`;
        next.set(ref, { frame, elements, index });
        found.push({ item, ref, frame: number === 0 ? "main" : `frame ${number}` });
      }
    }
    for (const { elements } of new Set(held.values())) elements.dispose().catch(() => {});
    held = next;
    return found;
  };

  const facts = async (deadline: DeadlineView) => {
    alive();
    const title = await within(deadline, "reading the title", page.title());
    // A page whose browser dies meanwhile answers with an empty title.
    alive();
    return { url: page.url(), title: title.toWellFormed().slice(0, 300) };
  };

  const onElement = async <T extends z.ZodType>(
    deadline: DeadlineView,
    ref: string,
    doing: string,
    body: string,
    schema: T,
  ): Promise<z.output<T>> => {
    const { frame } = heldBy(ref);
    return callInFrame(deadline, frame, doing, body, schema, await first(deadline, ref));
  };

  return {
    facts,
    async goto(deadline, url, until) {
      alive();
      const doing = `opening ${url}`;
      const options = { waitUntil: loadStates[until], timeout: Math.max(1, deadline.remaining()) };
      const response = await within(deadline, doing, page.goto(url, options));
      return { ...(await facts(deadline)), status: response?.status() ?? null };
    },
    async readyState(deadline) {
      const schema = z.enum(["loading", "interactive", "complete"]);
      return callInFrame(
        deadline,
        page.mainFrame(),
        "reading the page",
        "return document.readyState;",
        schema,
      );
    },
    async controls(deadline) {
      const gathered = await gather(
        deadline,
        "reading the controls",
        "return gatherControls();",
        descriptorSchema,
      );
      return gathered.map(({ item, ref, frame }, order) => ({ ...item, ref, frame, order }));
    },
    async targets(deadline, target) {
      const body = "return gatherTargets(argument);";
      const gathered = await gather(
        deadline,
        "looking for an element",
        body,
        lookSchema,
        structureOf(target),
      );
      return gathered.map(({ item, ref }) => ({ ...item, ref }));
    },
    async pressKey(deadline, ref, key) {
      const timeout = Math.max(1, deadline.remaining());
      const pressed =
        ref === null
          ? page.keyboard.press(key)
          : (await first(deadline, ref)).press(key, { noWaitAfter: true, timeout });
      await within(deadline, `pressing ${key}`, pressed);
    },
    async evaluate(deadline, expression, awaitPromise) {
      alive();
      const asked = awaitPromise ? expression : `JSON.stringify([(${expression}\n)])`;
      const value: unknown = await within(deadline, "evaluating the expression", page.evaluate(asked));
      const text = awaitPromise ? asJson(value) : value;
      return typeof text === "string" ? (awaitPromise ? text : text.slice(1, -1)) : null;
    },
    async state(deadline, ref) {
      const { frame } = heldBy(ref);
      const elements = await elementsOf(deadline, ref);
      return callInFrame(
        deadline,
        frame,
        "reading the control",
        "return stateOf(argument);",
        controlStateSchema,
        elements,
      );
    },
    async enter(deadline, ref, entry) {
      const { frame } = heldBy(ref);
      await enterValue(deadline, page, frame, await elementsOf(deadline, ref), entry);
    },
    async leaveField(deadline) {
      for (const frame of await shownFrames(deadline, page)) {
        await callInFrame(deadline, frame, "leaving the field", "return leaveField();", z.boolean());
      }
    },
    async checkClickable(deadline, ref) {
      const element = await first(deadline, ref);
      const timeout = Math.max(1, Math.min(deadline.remaining(), 10_000));
      await within(
        deadline,
        "checking that a click reaches the control",
        element.click({ trial: true, timeout }),
      );
    },
    async click(deadline, ref) {
      const element = await first(deadline, ref);
      // What loses the focus may change the page's layout; that must be over before the mouse button goes down.
      await within(deadline, "leaving the focused control", element.evaluate(leaveFocus));
      const timeout = Math.max(1, deadline.remaining());
      await within(deadline, "clicking", element.click({ noWaitAfter: true, timeout }));
    },
    look: (deadline, target) =>
      everywhere(
        deadline,
        "looking for an element",
        "return lookFor(argument);",
        lookSchema,
        structureOf(target),
      ),
    async visibleText(deadline) {
      const texts = await everywhere(deadline, "reading the page", "return [visibleText()];", textSchema);
      return texts.join("\n").slice(0, 262_144);
    },
    labelledTexts: (deadline) =>
      everywhere(deadline, "reading the page", "return labelledTexts();", labelledTextSchema),
    formFields: (deadline) =>
      everywhere(deadline, "reading the forms", "return formFields();", fieldValueSchema),
    blockingMessages: (deadline, ref) =>
      onElement(
        deadline,
        ref,
        "reading the form",
        "return blockingMessages(argument);",
        z.array(messageSchema),
      ),
    shownMessages: (deadline) =>
      everywhere(deadline, "reading the page", "return shownMessages();", messageSchema),
    async screenshot(deadline, fullPage) {
      alive();
      return screenshotOf(deadline, page, fullPage);
    },
    async free() {
      const freed = freeing().catch(() => {});
      await Promise.race([freed, new Promise((resolve) => setTimeout(resolve, freeMs))]);
      const answer = page.title().then(
        () => true,
        () => false,
      );
      const silent = new Promise<false>((resolve) => setTimeout(() => resolve(false), freeMs));
      if (!(await Promise.race([answer, silent]))) await page.close({ runBeforeUnload: false });
    },
    isOpen: () => !crashed && !page.isClosed(),
    async close() {
      await page.close({ runBeforeUnload: false }).catch((error: unknown) => {
        if (asPageError(error, "closing the page").code !== "pageCrashed") throw error;
      });
    },
  };
};

import type { ElementHandle, Frame, Page } from "playwright";
import { z } from "zod";
import { RuntimeError } from "../contract/index.ts";
import type { DeadlineView } from "../ports/deadline.ts";
import type { Entry } from "../ports/page.ts";
import { callInFrame, within } from "./frames.ts";

/** The label a person would click for a box whose native input the page hides, or null when the input itself is shown. */
const labelFor = async (deadline: DeadlineView, element: ElementHandle): Promise<ElementHandle | null> => {
  if (await within(deadline, "looking at the control", element.isVisible())) return null;
  const handle = await within(
    deadline,
    "looking for the control's label",
    element.evaluateHandle((node) => {
      const labels = "labels" in node && node.labels instanceof NodeList ? [...node.labels] : [];
      return labels.find((label) => label instanceof HTMLElement && label.checkVisibility()) ?? null;
    }),
  );
  return handle.asElement();
};

const press = async (deadline: DeadlineView, element: ElementHandle): Promise<void> => {
  const target = (await labelFor(deadline, element)) ?? element;
  await within(
    deadline,
    "clicking the control",
    target.click({ timeout: Math.max(1, deadline.remaining()), noWaitAfter: true }),
  );
};

const isChecked = (deadline: DeadlineView, element: ElementHandle): Promise<boolean> =>
  within(
    deadline,
    "reading the control",
    element.evaluate((node) =>
      node instanceof HTMLInputElement
        ? node.checked
        : node instanceof Element && node.getAttribute("aria-checked") === "true",
    ),
  );

const radioValue = (deadline: DeadlineView, element: ElementHandle): Promise<string> =>
  within(
    deadline,
    "reading the control",
    element.evaluate((node) => (node instanceof HTMLInputElement ? node.value : "")),
  );

/** Enters a value the way a person would: real focus, real input events, real clicks. */
export const enterValue = async (
  deadline: DeadlineView,
  page: Page,
  frame: Frame,
  elements: readonly ElementHandle[],
  entry: Entry,
): Promise<void> => {
  const [element] = elements;
  if (element === undefined) throw new RuntimeError("targetDetached", "the control has left the page");
  const timeout = Math.max(1, deadline.remaining());
  switch (entry.how) {
    case "text":
      await within(deadline, "typing into the control", element.fill(entry.text, { timeout }));
      return;
    case "keys":
      await within(deadline, "typing into the control", element.fill("", { timeout }));
      await within(deadline, "typing into the control", page.keyboard.type(entry.text));
      return;
    case "check":
      if ((await isChecked(deadline, element)) !== entry.checked) await press(deadline, element);
      return;
    case "select": {
      const isSelect = await callInFrame(
        deadline,
        frame,
        "looking at the control",
        'return argument.localName === "select";',
        z.boolean(),
        element,
      );
      if (isSelect) {
        const wanted = entry.values.map((value) => ({ value }));
        await within(deadline, "choosing the option", element.selectOption(wanted, { timeout }));
        return;
      }
      for (const radio of elements) {
        if (!entry.values.includes(await radioValue(deadline, radio))) continue;
        if (!(await isChecked(deadline, radio))) await press(deadline, radio);
      }
    }
  }
};

import type { Frame, JSHandle, Page } from "playwright";
import type { z } from "zod";
import { RuntimeError } from "../contract/index.ts";
import type { DeadlineView } from "../ports/deadline.ts";
import { inPageFunction } from "./inPageSource.ts";
import { asPageError } from "./pageErrors.ts";

/** The driver's calls into scripts know no time-out; this gives them one. */
export const within = async <T>(deadline: DeadlineView, doing: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RuntimeError("deadlineExceeded", `the deadline passed while ${doing}`)),
      Math.max(1, deadline.remaining()),
    );
  });
  try {
    return await Promise.race([work, over]);
  } catch (error) {
    throw asPageError(error, doing);
  } finally {
    clearTimeout(timer);
    // The loser of the race is nobody's error any more.
    work.catch(() => {});
  }
};

/** Calls a function of the in-page library in one frame and checks what comes back. */
export const callInFrame = async <T extends z.ZodType>(
  deadline: DeadlineView,
  frame: Frame,
  doing: string,
  body: string,
  schema: T,
  argument: unknown = null,
): Promise<z.output<T>> =>
  schema.parse(await within(deadline, doing, frame.evaluate(inPageFunction(body), argument)));

export const handleInFrame = (
  deadline: DeadlineView,
  frame: Frame,
  doing: string,
  body: string,
  argument: unknown = null,
): Promise<JSHandle> => within(deadline, doing, frame.evaluateHandle(inPageFunction(body), argument));

/** Whether the frame's own element can be seen; the main frame always can. */
const isShown = async (deadline: DeadlineView, frame: Frame): Promise<boolean> => {
  if (frame.parentFrame() === null) return true;
  const element = await within(deadline, "looking at a frame", frame.frameElement());
  return within(deadline, "looking at a frame", element.isVisible());
};

/** The frames of a page that a person can see, the main one first. A frame that goes away meanwhile is left out. */
export const shownFrames = async (deadline: DeadlineView, page: Page): Promise<Frame[]> => {
  const [main, ...inner] = page.frames();
  const shown: Frame[] = main === undefined ? [] : [main];
  for (const frame of inner) {
    try {
      if (await isShown(deadline, frame)) shown.push(frame);
    } catch (error) {
      if (asPageError(error, "looking at a frame").code !== "targetDetached") throw error;
    }
  }
  return shown;
};

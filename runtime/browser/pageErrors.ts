import { errors } from "playwright";
import { RuntimeError } from "../contract/index.ts";

const passingSigns = [
  "Execution context was destroyed",
  "Cannot find context",
  "frame was detached",
  "Frame was detached",
  "not attached to the DOM",
  "Element is not attached",
  "JSHandle is disposed",
  "because of a navigation",
];
const goneSigns = [
  "Target page, context or browser has been closed",
  "Target closed",
  "browser has been closed",
  "Page crashed",
  "Target crashed",
];

/** Only the first line: the rest is a call log, which may hold what was typed. */
const firstLine = (message: string) => (message.split("\n")[0] ?? "").slice(0, 500);

/** The driver's error in the runtime's words. `doing` says what was being done, in terms of the page. */
export const asPageError = (error: unknown, doing: string): RuntimeError => {
  if (error instanceof RuntimeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const because = `${doing}: ${firstLine(message)}`;
  if (goneSigns.some((sign) => message.includes(sign)))
    return new RuntimeError("pageCrashed", because, { cause: error });
  if (passingSigns.some((sign) => message.includes(sign)))
    return new RuntimeError("targetDetached", because, { cause: error });
  if (error instanceof errors.TimeoutError) {
    return /intercepts pointer events/.test(message)
      ? new RuntimeError("targetObscured", `${doing}: something else lies over the control`, { cause: error })
      : new RuntimeError("deadlineExceeded", because, { cause: error });
  }
  return new RuntimeError("browserCommandFailed", because, { cause: error });
};

import type { Page } from "playwright";
import type { DeadlineView } from "../ports/deadline.ts";
import { within } from "./frames.ts";

/** A PNG of what a person sees; size read from the image itself. */
export const screenshotOf = async (deadline: DeadlineView, page: Page, fullPage: boolean) => {
  const timeout = Math.max(1, Math.min(deadline.remaining(), 15_000));
  const bytes = await within(
    deadline,
    "taking a screenshot",
    page.screenshot({ type: "png", fullPage, timeout }),
  );
  // The PNG header holds width and height as two big-endian words from byte 16.
  return { bytes, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};

import { chromium } from "playwright";
import { findBrowser } from "../runtime/browser/findBrowser.mjs";
import { quietArguments } from "../runtime/browser/quietArguments.ts";

/** Chromium cannot use its sandbox as root; everybody else keeps it. */
export const usesSandbox = process.getuid?.() !== 0;

export const browserPath = (): string => {
  const found = findBrowser({ playwrightPath: chromium.executablePath() });
  if (found.missing) throw new Error(`no browser found: ${found.reason}`);
  return found.path;
};

export const launchOptions = () => ({
  executablePath: browserPath(),
  headless: true,
  args: [...quietArguments],
  chromiumSandbox: usesSandbox,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
});

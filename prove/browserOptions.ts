import { chromium } from "playwright";
import { findBrowser } from "../runtime/browser/findBrowser.mjs";

// As runtime/browser/launch.ts starts it: no traffic of the browser's own, and none past the places where the runtime looks.
export const quietArguments = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-auto-reload",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

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

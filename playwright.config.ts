import { chromium, defineConfig } from "@playwright/test";
import { findBrowser } from "./runtime/browser/findBrowser.mjs";

// The same browser as the runtime drives; `npm run setup` has seen it start.
const browser = findBrowser({ playwrightPath: chromium.executablePath() });

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  // Each spec starts its own fixture server and browser: two at a time fill two cores.
  workers: 2,
  // A promise that holds on the second try does not hold.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    headless: true,
    ...(browser.missing ? {} : { launchOptions: { executablePath: browser.path } }),
  },
});

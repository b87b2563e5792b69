import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: [...configDefaults.exclude, "e2e/**", ".holdfast/**"],
    // Two small machines' worth: more workers only make each other slow.
    maxWorkers: 2,
    // A test that was left alone must not pass for the whole suite.
    allowOnly: false,
    restoreMocks: true,
  },
});

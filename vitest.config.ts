import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Real processes, sockets and disks on a busy machine: a slow test is not a failed one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ["**/*.test.ts"],
    exclude: [...configDefaults.exclude, "e2e/**", ".holdfast/**"],
    // Two small machines' worth: more workers only make each other slow.
    maxWorkers: 2,
    // A test that was left alone must not pass for the whole suite.
    allowOnly: false,
    restoreMocks: true,
  },
});

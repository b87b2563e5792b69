import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { armCrashPoints, crashPoints, parseCrashAt } from "./crashPoints.ts";

test("every listed point can be named, with and without a count", () => {
  for (const point of crashPoints) {
    expect(parseCrashAt(point)).toEqual({ point, count: 1 });
    expect(parseCrashAt(`${point}:3`)).toEqual({ point, count: 3 });
  }
});

test.each(["boundary", "boundary.prepared:0", "boundary.prepared:x", "boundary.prepared:1:1", "nowhere"])(
  "%s is no crash point, and arming it fails rather than doing nothing",
  (value) => {
    expect(parseCrashAt(value)).toBeNull();
    expect(() => armCrashPoints(value)).toThrow(/unknown point/);
  },
);

test("without the variable, reaching a point does nothing", () => {
  for (const value of [undefined, ""]) {
    const reach = armCrashPoints(value);
    for (const point of crashPoints) reach(point);
  }
});

test("an armed point kills the process with SIGKILL when it is reached for the n-th time, and not before", () => {
  const program = `
    import { armCrashPoints } from ${JSON.stringify(new URL("./crashPoints.ts", import.meta.url).href)};
    const reach = armCrashPoints(process.env.HOLDFAST_CRASH_AT);
    for (let n = 1; n <= 3; n++) { process.stdout.write(String(n)); reach("boundary.prepared"); reach("boundary.acted"); }
  `;
  const { signal, stdout } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", program],
    {
      env: { ...process.env, HOLDFAST_CRASH_AT: "boundary.prepared:2" },
      encoding: "utf8",
    },
  );
  expect(signal).toBe("SIGKILL");
  expect(stdout).toBe("12");
});

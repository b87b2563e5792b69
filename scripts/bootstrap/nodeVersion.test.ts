import { expect, test } from "vitest";
import { nodeProblem } from "./nodeVersion.mjs";

test.each(["20.19.0", "20.20.2", "22.0.0", "24.1.3"])("Node %s is new enough", (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

test.each(["20.18.9", "18.20.0", "9.0.0"])(
  "Node %s is refused in one sentence that names the version needed",
  (version) => {
    expect(nodeProblem(version)).toBe(
      `Holdfast needs Node 20.19 or newer and this is Node ${version}: install a newer Node and run this again.`,
    );
  },
);

import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.ts";

describe("the options of npm run faults", () => {
  it("without any, both parts run, with a fresh seed", () => {
    expect(parseOptions([], 7)).toEqual({
      seed: 7,
      images: 2_000,
      parts: ["power", "syscalls"],
      store: false,
    });
  });

  it("choose a part, a number of images, and the seed of an earlier run", () => {
    const args = ["--only", "power", "--images", "50", "--seed", "3", "--store"];
    expect(parseOptions(args, 7)).toEqual({ seed: 3, images: 50, parts: ["power"], store: true });
  });

  it.each([
    [["--only", "disk"], /knows "power" and "syscalls"/],
    [["--images", "many"], /--images is not a whole number/],
    [["--seed", "-1"], /./],
    [["--fast"], /./],
  ])("%j are refused", (args, message) => {
    expect(() => parseOptions(args, 7)).toThrow(message);
  });
});

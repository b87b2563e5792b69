import { describe, expect, it } from "vitest";
import { replaceTable } from "./writeTables.ts";

const page = "before\n<!-- prove:one -->\nold\n<!-- /prove:one -->\nafter\n";

describe("a table put into a page", () => {
  it("replaces what stands between its markers and nothing else", () => {
    expect(replaceTable(page, "one", "| new |")).toBe(
      "before\n<!-- prove:one -->\n\n| new |\n\n<!-- /prove:one -->\nafter\n",
    );
  });

  it("is the same when put there again", () => {
    const once = replaceTable(page, "one", "| new |");
    expect(replaceTable(once, "one", "| new |")).toBe(once);
  });

  it("is refused where the page has no place for it", () => {
    expect(() => replaceTable(page, "two", "| new |")).toThrow('no place for the table "two"');
  });
});

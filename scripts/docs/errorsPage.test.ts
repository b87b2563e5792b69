import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ErrorCode, errorTable, repairFor } from "../../runtime/contract/errors.ts";
import { errorsPage } from "./errorsPage.mjs";

const committed = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
const codes = Object.keys(errorTable).filter((code): code is ErrorCode => Object.hasOwn(errorTable, code));

test("docs/errors.md is what the generator makes of the table: run `npm run docs` after changing it", () => {
  expect(committed).toBe(errorsPage(errorTable));
});

test("every repair hint links to a heading of the page", () => {
  const headings = [...committed.matchAll(/^## (\S+)$/gm)].map(([, heading]) => heading?.toLowerCase());
  const anchors = codes.map((code) => repairFor(code, "none").doc);
  expect(anchors.sort()).toEqual(headings.map((heading) => `docs/errors.md#${heading}`).sort());
});

test("a hint holds no character that would break its row", () => {
  for (const { action } of Object.values(errorTable)) expect(action).not.toMatch(/[|\n]/);
});

import { expect, test } from "vitest";
import type { DispatchRecord } from "../ports/storage.ts";
import { answeredUrl } from "./settleByReading.ts";

const record = (
  state: DispatchRecord["state"],
  location: string | null,
  url = "https://site.test/a/form",
): DispatchRecord => ({
  commandId: "c",
  requestId: "r",
  state,
  at: "2026-01-01T00:00:00.000Z",
  body: JSON.stringify({ url, location }),
});

test.each([
  ["an absolute location", [record("answered", "https://site.test/done")], "https://site.test/done"],
  ["a relative location", [record("answered", "done?ref=1")], "https://site.test/a/done?ref=1"],
  ["the last of several", [record("answered", "/one"), record("answered", "/two")], "https://site.test/two"],
  ["a page of its own", [record("answered", null)], null],
  ["no answer", [record("dispatched", null)], null],
  ["nothing at all", [], null],
])("where the answer led: %s", (_, dispatches, url) => {
  expect(answeredUrl(dispatches)).toBe(url);
});

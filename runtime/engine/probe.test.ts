import { expect, test } from "vitest";
import { notAppliedAfterMs, probeVerdict } from "./probe.ts";

const seen = { applied: false, notApplied: false, status: 200, sinceLastRecordMs: notAppliedAfterMs };

test.each([
  ["what means applied is shown", { ...seen, applied: true }, "applied"],
  ["applied needs no waiting", { ...seen, applied: true, sinceLastRecordMs: 0 }, "applied"],
  ["what means not applied is shown long enough after", { ...seen, notApplied: true }, "notApplied"],
  [
    "not applied too soon after: the site may still work on it",
    { ...seen, notApplied: true, sinceLastRecordMs: notAppliedAfterMs - 1 },
    "undecided",
  ],
  ["neither is shown", seen, "undecided"],
  ["both are shown", { ...seen, applied: true, notApplied: true }, "undecided"],
  ["the page is an error", { ...seen, applied: true, status: 500 }, "undecided"],
  ["the page asks for a login", { ...seen, notApplied: true, status: 401 }, "undecided"],
])("%s", (_, reading, verdict) => {
  expect(probeVerdict(reading).verdict).toBe(verdict);
});

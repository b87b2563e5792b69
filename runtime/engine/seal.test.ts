import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSealer } from "./seal.ts";

const sealer = createSealer(randomBytes(32));

test("a sealed text opens again under its context and is not readable in between", () => {
  const sealed = sealer.seal("envelope 1", "the password is correct horse");
  expect(Buffer.from(sealed).includes("correct horse")).toBe(false);
  expect(sealer.open("envelope 1", sealed)).toBe("the password is correct horse");
});

test("a sealed text opens under no other context, with no other key and after no change", () => {
  const sealed = sealer.seal("envelope 1", "text");
  expect(() => sealer.open("envelope 2", sealed)).toThrow();
  expect(() => createSealer(randomBytes(32)).open("envelope 1", sealed)).toThrow();
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => sealer.open("envelope 1", changed)).toThrow();
  }
  expect(() => sealer.open("envelope 1", sealed.subarray(0, 8))).toThrow();
});

test("digests are equal for equal values under one key and differ under another", () => {
  expect(sealer.digest("1234")).toBe(sealer.digest("1234"));
  expect(sealer.digest("1234")).not.toBe(sealer.digest("1235"));
  expect(createSealer(randomBytes(32)).digest("1234")).not.toBe(sealer.digest("1234"));
});

import { expect, it } from "vitest";
import { decodeRecording, encodeRecording } from "./fixture.ts";
import type { Recording } from "./operations.ts";

it("a recording is the same after it was stored", () => {
  const recording: Recording = [
    { kind: "mkdir", path: "data" },
    { kind: "create", path: "data/a", file: 0 },
    { kind: "write", file: 0, at: 5, bytes: Uint8Array.of(10, 0, 255) },
    { kind: "note", text: 'says "ü"\n' },
    { kind: "write", file: 0, at: 0, bytes: Uint8Array.of() },
    { kind: "write", file: 0, at: 8, bytes: Uint8Array.of(10) },
    { kind: "sync", file: 0, covers: 3 },
  ];
  expect(decodeRecording(encodeRecording(recording))).toEqual(recording);
});

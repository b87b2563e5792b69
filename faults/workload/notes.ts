import type { Call } from "./calls.ts";

/** What a process said of a call, one line each: that it begins, that the storage acknowledged it, or that it failed. */
export type Note =
  | { readonly begun: number; readonly call: Call }
  /** `key`: the digest of the key that `loadKey` gave. */
  | { readonly done: number; readonly key?: string }
  | { readonly failed: number; readonly code: string; readonly message: string }
  /** The process could not go on at all: its directory did not open, or its start failed. */
  | { readonly stopped: string; readonly message: string };

export type CallState = "begun" | "done" | "failed";

export interface NotedCall {
  readonly number: number;
  readonly call: Call;
  readonly state: CallState;
  readonly key?: string;
}

const isTaggedBytes = (value: unknown): value is { readonly base64: string } =>
  typeof value === "object" && value !== null && "base64" in value && typeof value.base64 === "string";

export const encodeNote = (note: Note): string =>
  JSON.stringify(note, (_, value: unknown) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value,
  );

/** The notes are our own process's: their shape is trusted, and a call that does not fit is refused by the storage. */
export const decodeNote = (text: string): Note =>
  JSON.parse(text, (_, value: unknown) =>
    isTaggedBytes(value) ? Uint8Array.from(Buffer.from(value.base64, "base64")) : value,
  );

/** Every call that was begun, in that order, and how far it got. */
export const callsOf = (notes: readonly Note[]): NotedCall[] => {
  const calls = new Map<number, NotedCall>();
  const update = (number: number, change: Partial<NotedCall>) => {
    const noted = calls.get(number);
    if (noted === undefined) throw new Error(`call ${number} ended before it began`);
    calls.set(number, { ...noted, ...change });
  };
  for (const note of notes) {
    if ("begun" in note) calls.set(note.begun, { number: note.begun, call: note.call, state: "begun" });
    else if ("done" in note)
      update(note.done, { state: "done", ...(note.key === undefined ? {} : { key: note.key }) });
    else if ("failed" in note) update(note.failed, { state: "failed" });
  }
  return [...calls.values()];
};

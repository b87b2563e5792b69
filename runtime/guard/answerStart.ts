import { endOfHead } from "./proxyHead.ts";

const interim = "HTTP/1.? 1";

/** Whether bytes are, as far as they go, the beginning of an interim answer (100 Continue, 103 Early Hints). */
const looksInterim = (bytes: Buffer): boolean =>
  [...bytes.subarray(0, interim.length).toString("latin1")].every(
    (letter, at) => interim[at] === "?" || interim[at] === letter,
  );

/** Browsers forgive letters in the wrong case and up to four bytes in front; what cannot be a head is passed on at once. */
const mayBeHead = (bytes: Buffer): boolean =>
  bytes.length < headWithin || /http/i.test(bytes.subarray(0, headWithin).toString("latin1"));
const headWithin = 8;

/**
 * Where the final answer begins once a browser would hold it for received, or null before. Until then a cut makes a
 * browser send the request again on another connection; interim answers do not stop it, nor does half a head.
 */
export const answerStart = (bytes: Buffer): number | null => {
  for (let at = 0; at < bytes.length; ) {
    const rest = bytes.subarray(at);
    const end = endOfHead(rest);
    if (!looksInterim(rest)) return end === -1 && mayBeHead(rest) ? null : at;
    if (end === -1) return null;
    at += end;
  }
  return null;
};

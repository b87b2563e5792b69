const encoder = new TextEncoder();
const mark = "…";

/** The start of a text that fits in `max` UTF-8 bytes, cut between code points and marked when it was cut. */
export const clipBytes = (text: string, max: number): string => {
  if (encoder.encode(text).length <= max) return text;
  const room = max - encoder.encode(mark).length;
  let bytes = 0;
  let kept = "";
  for (const point of text) {
    bytes += encoder.encode(point).length;
    if (bytes > room) break;
    kept += point;
  }
  return kept + mark;
};

// No label is longer; a page that writes more must not make the resolver slow.
const longestLabel = 400;

/** As much of a page's text as is read for its meaning. */
export const readableStart = (text: string): string =>
  text.length <= longestLabel ? text : text.slice(0, longestLabel);

/** The start of a text that fits in `max` UTF-16 units, as zod's `max` counts them. */
export const clipChars = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - mark.length);
  return cut.replace(/[\ud800-\udbff]$/u, "") + mark;
};

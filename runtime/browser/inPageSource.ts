import { readFileSync } from "node:fs";

// Plain scripts, joined as text: what runs in a page must not depend on how this program was compiled.
const parts = ["text", "visibility", "names", "surroundings", "state", "controls", "forms", "reading"];

const library = parts
  .map((part) => readFileSync(new URL(`./inPage/${part}.js`, import.meta.url), "utf8"))
  .join("\n");

/** A function for `evaluate` whose body sees the in-page library; it leaves no global behind. The driver sends its text. */
export const inPageFunction = (body: string): ((argument: unknown) => unknown) => {
  const source = `(argument) => { "use strict"; ${library}\n ${body} }`;
  return Object.assign(() => undefined, { toString: () => source });
};

import { readFileSync } from "node:fs";

// Plain scripts, joined as text: what runs in a page must not depend on how this program was compiled.
const parts = ["text", "visibility", "names", "surroundings", "state", "controls", "forms", "reading"];

const library = parts
  .map((part) => readFileSync(new URL(`./inPage/${part}.js`, import.meta.url), "utf8"))
  .join("\n");

/** An expression for `evaluate`: a function of one argument whose body sees the in-page library; leaves no global behind. */
export const inPageSource = (body: string): string => `(argument) => { "use strict"; ${library}\n ${body} }`;

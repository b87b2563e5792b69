import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { isNamed } from "./candidate.ts";
import { analyse } from "./text/analyse.ts";
import { readableStart } from "./text/clip.ts";

/** One text that may say what a control is, and how far it is to be believed. */
export interface FieldText {
  readonly source: string;
  readonly text: string;
  readonly trust: number;
}

// The first half of the list only speaks for a control without a name of its own.
const weightsOf = (named: boolean) =>
  named
    ? { placeholder: 0.8, title: 0.8, nearText: 0.7, header: 0.8, description: 0.6 }
    : { placeholder: 0.95, title: 0.95, nearText: 0.95, header: 0.9, description: 0.7 };

/** Everything a person can read on or beside the control, most telling first; empty texts left out. */
export const fieldTexts = (candidate: ControlDescriptor): FieldText[] => {
  const trust = weightsOf(isNamed(candidate));
  const headers = candidate.tableHeaders.filter((header) => header.trim() !== "");
  const group = candidate.groups.at(-1) ?? "";
  const own = candidate.label.trim() === "" ? candidate.name : candidate.label;
  const all: FieldText[] = [
    { source: "name", text: candidate.name, trust: 1 },
    { source: "label", text: candidate.label, trust: 1 },
    // "Day" in the group "Date of birth" is the day of birth.
    { source: "group and label", text: group !== "" && own !== "" ? `${group} ${own}` : "", trust: 0.9 },
    { source: "placeholder", text: candidate.placeholder, trust: trust.placeholder },
    { source: "title", text: candidate.title, trust: trust.title },
    { source: "text beside it", text: candidate.nearText, trust: trust.nearText },
    { source: "table headers", text: headers.join(" "), trust: trust.header },
    ...headers.map((text) => ({ source: "table header", text, trust: trust.header })),
    { source: "description", text: candidate.description, trust: trust.description },
  ];
  return all.filter(({ text }) => text.trim() !== "");
};

/** The texts that identify it: its own, or what stands for them. */
export const identifyingTexts = (candidate: ControlDescriptor): string[] => {
  const own = [candidate.name, candidate.label].filter((text) => text.trim() !== "");
  const standIns = [
    candidate.placeholder,
    candidate.title,
    candidate.nearText,
    candidate.tableHeaders.join(" "),
  ];
  return own.length > 0 ? own : standIns.filter((text) => text.trim() !== "");
};

const bracket = /\s*[([（【][^)\]）】]*[)\]）】]\s*/gu;
const alternative =
  /\s*(?:\/|\bor\b|\boder\b|\bou\b|\bof\b(?= e-?mail)|\s[oо]\s|\blub\b|\bveya\b|\bили\b| أو |または|或)\s*/giu;
const aside = /\s+[–—-]\s+|:\s+|\s*\n\s*/u;
const sentence = /[.!?。]\s+/u;

const meansSomethingElse = (text: string, inside: string): boolean => {
  const spoken = analyse(inside, "field").units.some(({ meanings }) => meanings.size > 0);
  return spoken && analyse(text, "field").units.some(({ meanings }) => meanings.size > 0);
};

/** A label and what may be left of it: without brackets, either side of "or", without the sentence that explains it. */
export const readingsOf = (written: string): readonly { text: string; trust: number }[] => {
  const text = readableStart(written);
  const bare = text.replace(bracket, " ").trim();
  const bracketed = text.match(bracket)?.join(" ") ?? "";
  // "Name (company)" is not a name.
  const safe = bare !== text.trim() && bare !== "" && !meansSomethingElse(bare, bracketed) ? bare : "";
  const base = safe === "" ? (bracketed === "" ? text : "") : safe;
  const sides = base.split(alternative).map((part) => part.trim());
  const first = base.split(aside)[0]?.trim() ?? "";
  const sentences = base.split(sentence).map((part) => part.trim());
  const parts = [
    ...(safe === "" ? [] : [{ text: safe, trust: 0.95 }]),
    ...(sides.length > 1 ? sides.map((part) => ({ text: part, trust: 0.95 })) : []),
    ...(first !== base ? [{ text: first, trust: 0.95 }] : []),
    ...(sentences.length > 1 ? sentences.map((part) => ({ text: part, trust: 0.9 })) : []),
  ];
  return [{ text, trust: 1 }, ...parts.filter((part) => part.text !== "" && part.text !== text)];
};

/** A fenced block of a guide: its language, the word after it, and the text before it. */
export interface Block {
  readonly language: string;
  readonly role: string;
  readonly text: string;
  readonly before: string;
}

export const blocksOf = (markdown: string): Block[] => {
  let end = 0;
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map((match) => {
    const [whole, language = "", role = "", text = ""] = match;
    const before = markdown.slice(end, match.index);
    end = match.index + whole.length;
    return { language, role, text, before };
  });
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The pattern of what a guide shows: `...` stands for any words, on a line of its own for any lines. */
export const shownPattern = (shown: string): RegExp => {
  const lines = shown.trimEnd().split("\n");
  const patterns = lines.map((line) =>
    line === "..." ? "(?:.*\n)*" : `${line.split("...").map(escaped).join(".*")}\n`,
  );
  return new RegExp(`^${patterns.join("")}$`);
};

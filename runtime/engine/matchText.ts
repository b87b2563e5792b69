import { RE2JS } from "re2js";
import type { TextMatch } from "../contract/index.ts";

/** The text as compared: NFC, white space folded. */
export const foldText = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Whether the text fits. Patterns run on RE2 (linear time): neither pattern nor page can make this hang. */
export const matchesText = (matcher: TextMatch, text: string): boolean => {
  const folded = foldText(text);
  if ("exact" in matcher) return folded === foldText(matcher.exact);
  if ("contains" in matcher) return folded.includes(foldText(matcher.contains));
  return RE2JS.compile(matcher.regex).matcher(folded).find();
};

/** Why a pattern cannot be used, or null when it can. */
export const patternFault = (pattern: string): string | null => {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

export const describeMatch = (matcher: TextMatch): string =>
  "exact" in matcher
    ? `is "${matcher.exact}"`
    : "contains" in matcher
      ? `contains "${matcher.contains}"`
      : `matches /${matcher.regex}/`;

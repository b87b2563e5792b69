import { z } from "zod";
import { limits } from "./limits.ts";

const encoder = new TextEncoder();

/** A string of at most `max` UTF-8 bytes (not JavaScript characters). */
export const boundedText = (max: number, min = 0) =>
  z
    .string()
    .refine((value) => encoder.encode(value).length <= max, { error: `longer than ${max} bytes` })
    .refine((value) => encoder.encode(value).length >= min, {
      error: min === 1 ? "empty" : `shorter than ${min} bytes`,
    });

/** What a control or action is for, in the user's words: 1–256 bytes. */
export const purposeSchema = boundedText(limits.purposeBytes, 1);

const allowedSchemes = new Set(["http:", "https:"]);

/** An absolute http(s) address, or `about:blank`; other schemes are refused (security.md row 34). */
export const urlSchema = boundedText(limits.urlBytes, 1).refine(
  (value) => value === "about:blank" || (URL.canParse(value) && allowedSchemes.has(new URL(value).protocol)),
  { error: "not an absolute http or https URL" },
);

/** RFC 3339 in UTC, for example `2026-11-30T12:00:00.000Z`. */
export const timeSchema = z.iso.datetime();

export type Time = z.infer<typeof timeSchema>;

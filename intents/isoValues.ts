import type { ControlKind } from "../runtime/contract/controls.ts";

const twoDigits = (value: number): string => String(value).padStart(2, "0");
const fourDigits = (value: number): string => String(value).padStart(4, "0");

const daysIn = (year: number, month: number): number => {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
};

const numbers = (match: RegExpExecArray): number[] => match.slice(1).map((part) => Number(part ?? 0));

const date = (text: string): string | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0] = numbers(match);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return `${fourDigits(year)}-${twoDigits(month)}-${twoDigits(day)}`;
};

const time = (text: string): string | null => {
  const match = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/u.exec(text);
  if (match === null) return null;
  const [hour = 0, minute = 0, second = 0] = numbers(match);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const fraction = (match[4] ?? "").replace(/0+$/u, "");
  const short = `${twoDigits(hour)}:${twoDigits(minute)}`;
  if (second === 0 && fraction === "") return short;
  return `${short}:${twoDigits(second)}${fraction === "" ? "" : `.${fraction}`}`;
};

const dateTime = (text: string): string | null => {
  const [day, clock, ...rest] = text.split(/[T ]/u);
  if (day === undefined || clock === undefined || rest.length > 0) return null;
  const [dayPart, timePart] = [date(day), time(clock)];
  return dayPart === null || timePart === null ? null : `${dayPart}T${timePart}`;
};

const month = (text: string): string | null => {
  const match = /^(\d{4})-(\d{2})$/u.exec(text);
  return match !== null && date(`${text}-01`) !== null ? text : null;
};

/** An ISO year has 53 weeks when it begins on a Thursday, or on a Wednesday and is a leap year. */
const weeksIn = (year: number): number => {
  const first = new Date(Date.UTC(2000, 0, 1));
  first.setUTCFullYear(year);
  const weekday = first.getUTCDay();
  return weekday === 4 || (weekday === 3 && daysIn(year, 2) === 29) ? 53 : 52;
};

const week = (text: string): string | null => {
  const match = /^(\d{4})-W(\d{2})$/u.exec(text);
  if (match === null) return null;
  const [year = 0, number = 0] = numbers(match);
  return year >= 1 && number >= 1 && number <= weeksIn(year) ? text : null;
};

const readers: Partial<Record<ControlKind, (text: string) => string | null>> = {
  date,
  time,
  dateTimeLocal: dateTime,
  month,
  week,
};

/** What the value of a date or time control should look like, by kind. */
export const isoShapes: Partial<Record<ControlKind, string>> = {
  date: "YYYY-MM-DD",
  time: "HH:MM or HH:MM:SS",
  dateTimeLocal: "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
};

/** The value in its shortest ISO form, or null when it is none that the calendar knows. */
export const canonicalIso = (kind: ControlKind, text: string): string | null =>
  readers[kind]?.(text.trim()) ?? null;

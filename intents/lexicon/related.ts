import type { Meaning } from "./meanings.ts";

/** Pairs that are not the same but near enough to be worth showing, or, from 0.85 on, to be taken when nothing is nearer. */
const pairs: readonly (readonly [Meaning, Meaning, number])[] = [
  ["password", "new-password", 0.9],
  ["password", "current-password", 0.9],
  ["street-address", "address-line1", 0.9],
  ["street-address", "address-line2", 0.3],
  ["name", "given-name", 0.5],
  ["name", "family-name", 0.5],
  ["name", "cc-name", 0.5],
  ["given-name", "nickname", 0.4],
  ["username", "nickname", 0.5],
  ["username", "email", 0.5],
  ["cc-exp", "cc-exp-month", 0.4],
  ["cc-exp", "cc-exp-year", 0.4],
  ["bday", "bday-day", 0.4],
  ["bday", "bday-month", 0.4],
  ["bday", "bday-year", 0.4],
  ["message", "about", 0.4],
];

const likeness = new Map(
  pairs.flatMap(([a, b, value]): [string, number][] => [
    [`${a} ${b}`, value],
    [`${b} ${a}`, value],
  ]),
);

/** How near two meanings are, 0 to 1. */
export const meaningLikeness = (a: Meaning, b: Meaning): number =>
  a === b ? 1 : (likeness.get(`${a} ${b}`) ?? 0);

/** Meanings that are written, so a box to tick or a file cannot be them. */
export const writtenMeanings: ReadonlySet<Meaning> = new Set([
  "name",
  "given-name",
  "family-name",
  "additional-name",
  "nickname",
  "username",
  "email",
  "tel",
  "fax",
  "url",
  "organization",
  "street-address",
  "address-line1",
  "address-line2",
  "house-number",
  "postal-code",
  "password",
  "new-password",
  "current-password",
  "one-time-code",
  "cc-name",
  "cc-number",
  "cc-csc",
  "iban",
  "tax-id",
  "message",
]);

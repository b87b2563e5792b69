import { expect, test } from "vitest";
import type { IntentHints } from "../runtime/contract/targets.ts";
import type { LabelledText } from "../runtime/ports/page.ts";
import { chooseText } from "./extractChoice.ts";

const item = (label: string, text: string, more: Partial<LabelledText> = {}): LabelledText => ({
  label,
  text,
  href: null,
  source: "definition",
  ...more,
});

const order = [
  item("Order number", "A-17"),
  item("Total", "24.00 €"),
  item("Delivery address", "Lindenweg 4"),
  item("E-Mail", "noor@example.test"),
  item("Tracking", "T-99", { href: "https://example.test/t/99" }),
];
const twice = [item("Total", "10"), item("Total", "20")];

test.each<[string, string, IntentHints, LabelledText[], string | null]>([
  ["an equal label", "order number", {}, order, "A-17"],
  ["the same words in another order", "number of the order", {}, order, "A-17"],
  ["one telling word", "total of the order", {}, order, "24.00 €"],
  [
    "a meaning in another language",
    "email address",
    {},
    [item("Correo electrónico", "a@b.test"), item("Nombre", "Ana")],
    "a@b.test",
  ],
  ["a label hint", "what it costs", { label: "Total" }, order, "24.00 €"],
  ["a label hint that nothing has", "total", { label: "Sum" }, order, null],
  ["a name hint", "what it costs", { accessibleName: { contains: "tot" } }, order, "24.00 €"],
  ["a regex without an engine", "total", { accessibleName: { regex: "tot" } }, order, null],
  ["a hint that cannot be checked", "total", { nearText: "Summary" }, order, null],
  ["nothing like it", "passport number", {}, order, null],
  ["two alike", "total", {}, twice, null],
  ["two alike under a hint", "what it costs", { label: "Total" }, twice, null],
  ["the second of two", "total", { ordinal: 2 }, twice, "20"],
  [
    "the same text found twice",
    "total",
    {},
    [item("Total", "10"), item("Total:", "10", { source: "line" })],
    "10",
  ],
  ["no texts at all", "total", {}, [], null],
])("%s: %s", (_rule, purpose, hints, texts, expected) => {
  const chosen = chooseText(purpose, hints, texts);
  expect(chosen.text).toBe(expected);
  expect(chosen.reasons.length).toBeGreaterThan(0);
});

test("The link of the text comes with it", () => {
  expect(chooseText("tracking", {}, order)).toMatchObject({
    text: "T-99",
    href: "https://example.test/t/99",
  });
});

test("An ambiguity is told apart from a miss", () => {
  expect(chooseText("total", {}, twice).reasons[0]).toContain("ambiguous");
  expect(chooseText("passport", {}, order).reasons[0]).toContain("no label");
});

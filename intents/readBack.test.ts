import { describe, expect, test } from "vitest";
import { shownValueSchema } from "../runtime/contract/evidence.ts";
import type { ControlDescriptor, ControlState } from "../runtime/ports/page.ts";
import type { Expected } from "./planEntry.ts";
import { compareState } from "./readBack.ts";
import { descriptor, emptyState } from "./testDescriptor.ts";

const text = (value: string): Expected => ({ holds: "text", text: value });
const stuck = (expected: Expected, control: Partial<ControlDescriptor>, state: Partial<ControlState>) =>
  compareState(expected, descriptor(control), { ...emptyState, ...state }).stuck;

describe("A text is compared in the control's own terms", () => {
  test.each<[string, Partial<ControlDescriptor>, string, string, boolean]>([
    ["equal", {}, "Noor", "Noor", true],
    ["space around it", {}, "Noor ", " Noor", true],
    ["composed and decomposed", {}, "Ørsta é", "Ørsta e\u0301", true],
    ["line ends", { kind: "textarea" }, "a\r\nb", "a\nb", true],
    ["another case", {}, "Noor", "noor", false],
    ["cut short", {}, "Noor Haddad", "Noor Had", false],
    ["wiped", {}, "Noor", "", false],
    ["nothing where nothing was asked", {}, "", "", true],
    ["something where nothing was asked", {}, "", "old", false],
    ["a masked phone in a text field", {}, "5552017788", "(555) 201-7788", true],
    ["one digit of it", {}, "5552017788", "(5", false],
    ["a masked month and year", {}, "0927", "09 / 27", true],
    ["a lost zero", {}, "0927", "927", false],
    ["a phone", { kind: "tel" }, "+1 555 201 7788", "+1 (555) 201-7788", true],
    ["a phone without its plus", { kind: "tel" }, "+15552017788", "15552017788", false],
    ["a card", { autocomplete: "cc-number" }, "4242424242424242", "4242 4242 4242 4242", true],
    ["another card", { autocomplete: "cc-number" }, "4242424242424242", "4242 4242 4242 4241", false],
    ["letters are not dropped", {}, "AB 123", "123", false],
    ["a mask does not hide letters", {}, "M-2207", "2207", false],
    ["a decimal is no mask", {}, "1.5", "15", false],
    ["a grouped thousand", {}, "1500", "1,500", true],
    ["a grouped thousand elsewhere", {}, "1500", "1.500", true],
    ["an amount", {}, "12", "€ 12.00", true],
    ["an amount elsewhere", {}, "1234.5", "1.234,50", true],
    ["an open reading is no proof", {}, "1.5", "1.500", false],
    ["cents lost", {}, "1500", "15.00", false],
    ["a number", { kind: "number" }, "4.0", "4", true],
    ["a number with a comma", { kind: "number" }, "1.5", "1,5", true],
    ["another number", { kind: "number" }, "4", "40", false],
    ["a wiped number", { kind: "number" }, "0", "", false],
    ["a long number", { kind: "number" }, "12345678901234567890", "12345678901234567891", false],
    ["a negative", { kind: "number" }, "-3", "3", false],
    ["a date", { kind: "date" }, "2026-03-17", "2026-03-17", true],
    ["another date", { kind: "date" }, "2026-03-17", "2026-03-18", false],
    ["seconds that are none", { kind: "time" }, "14:30", "14:30:00", true],
    ["a colour's case", { kind: "color" }, "#33aa99", "#33AA99", true],
    ["a password exactly", { kind: "password" }, "pa ss ", "pa ss ", true],
    ["a password's space", { kind: "password" }, "pa ss ", "pa ss", false],
    ["an editor's padding", { kind: "contentEditable" }, "a\nb", "a \n\nb\n", true],
    ["an e-mail is no number", { kind: "email" }, "1@2", "12", false],
    ["digits in a textarea", { kind: "textarea" }, "123 456", "123456", false],
  ])("%s", (_what, control, expected, found, same) => {
    expect(stuck(text(expected), control, { text: found })).toBe(same);
  });
});

test("A control that holds no text holds no value", () => {
  expect(stuck(text(""), {}, { text: null })).toBe(false);
});

describe("Boxes and choices are compared by their state", () => {
  const chosen: Expected = { holds: "selected", options: [{ value: "tue", label: "Tuesday" }] };
  test.each<[string, Expected, Partial<ControlDescriptor>, Partial<ControlState>, boolean]>([
    ["checked", { holds: "checked", checked: true }, { kind: "checkbox" }, { checked: true }, true],
    ["not checked", { holds: "checked", checked: true }, { kind: "checkbox" }, { checked: false }, false],
    ["neither", { holds: "checked", checked: false }, { kind: "checkbox" }, { checked: null }, false],
    ["the option", chosen, { kind: "selectOne" }, { selected: ["tue"] }, true],
    ["another option", chosen, { kind: "selectOne" }, { selected: ["mon"] }, false],
    ["one too many", chosen, { kind: "selectMultiple" }, { selected: ["tue", "mon"] }, false],
    ["a shown choice of a combobox", chosen, { kind: "combobox" }, { text: "Tuesday" }, true],
    ["a shown choice of a list is no proof", chosen, { kind: "selectOne" }, { text: "Tuesday" }, false],
    ["half of it", chosen, { kind: "combobox" }, { text: "Tue sday" }, false],
  ])("%s", (_what, expected, control, state, same) => {
    expect(stuck(expected, control, state)).toBe(same);
  });
});

test("Sensitive values are only said to be present", () => {
  const control = descriptor({ kind: "password", sensitive: true });
  const compared = compareState(text("hunter2"), control, { ...emptyState, text: "" });
  expect(compared).toEqual({
    stuck: false,
    expectedShown: { redacted: true, present: true },
    foundShown: { redacted: true, present: false },
  });
});

test("Choices are shown by their labels, boxes in words", () => {
  const options = [{ value: "mon", label: "Monday", disabled: false }];
  const control = descriptor({ kind: "selectOne", options });
  const expected: Expected = { holds: "selected", options: [{ value: "tue", label: "Tuesday" }] };
  const state = { ...emptyState, text: null, selected: ["mon"] };
  expect(compareState(expected, control, state)).toMatchObject({
    expectedShown: { value: "Tuesday" },
    foundShown: { value: "Monday" },
  });
  const box = compareState({ holds: "checked", checked: true }, control, { ...emptyState, checked: false });
  expect(box).toMatchObject({ expectedShown: { value: "checked" }, foundShown: { value: "not checked" } });
});

test("Long values are cut to what evidence may show", () => {
  const compared = compareState(text("é".repeat(5_000)), descriptor(), emptyState);
  expect(shownValueSchema.safeParse(compared.expectedShown).success).toBe(true);
});

import { describe, expect, test } from "vitest";
import type { ControlAction } from "../runtime/contract/commands.ts";
import type { ControlKind } from "../runtime/contract/controls.ts";
import type { ControlDescriptor, ControlOption } from "../runtime/ports/page.ts";
import { planEntry } from "./planEntry.ts";
import { descriptor, emptyState } from "./testDescriptor.ts";

const option = (value: string, label: string, disabled = false): ControlOption => ({
  value,
  label,
  disabled,
});
const enter = (value: string): ControlAction => ({ kind: "enter", value });
const setText = (value: string, clearFirst = true): ControlAction => ({ kind: "setText", value, clearFirst });
const selectOne = (value: string): ControlAction => ({ kind: "selectOne", value });

const plan = (action: ControlAction, control: Partial<ControlDescriptor>) => {
  const planned = planEntry(action, descriptor(control));
  return planned.ok ? planned.entry : planned.message;
};

const days = [
  option("", "Choose a day"),
  option("mon", "Monday"),
  option("tue", "Tuesday"),
  option("wed", "Wednesday", true),
];

describe("A value goes in the way the control's kind takes it", () => {
  test.each<[string, ControlAction, Partial<ControlDescriptor>, unknown]>([
    ["text", enter("Noor"), {}, { how: "text", text: "Noor" }],
    ["text", setText("Noor"), { kind: "textarea" }, { how: "text", text: "Noor" }],
    ["several lines", setText("a\nb"), { kind: "textarea" }, { how: "text", text: "a\nb" }],
    ["appended", setText("b", false), { state: { ...emptyState, text: "a" } }, { how: "text", text: "ab" }],
    ["a number", enter("4"), { kind: "number" }, { how: "text", text: "4" }],
    ["a decimal", enter("-1.50"), { kind: "number" }, { how: "text", text: "-1.50" }],
    ["a range", enter("70"), { kind: "range" }, { how: "text", text: "70" }],
    ["a date", enter("2026-03-17"), { kind: "date" }, { how: "text", text: "2026-03-17" }],
    ["a leap day", enter("2028-02-29"), { kind: "date" }, { how: "text", text: "2028-02-29" }],
    ["a time", enter("14:30:00"), { kind: "time" }, { how: "text", text: "14:30" }],
    [
      "a moment",
      enter("2026-03-17 14:30"),
      { kind: "dateTimeLocal" },
      { how: "text", text: "2026-03-17T14:30" },
    ],
    ["a month", enter("2026-03"), { kind: "month" }, { how: "text", text: "2026-03" }],
    ["a 53rd week", enter("2026-W53"), { kind: "week" }, { how: "text", text: "2026-W53" }],
    ["a colour", enter("#336699"), { kind: "color" }, { how: "text", text: "#336699" }],
    ["yes", enter("Yes"), { kind: "checkbox" }, { how: "check", checked: true }],
    ["on", enter("on"), { kind: "switch" }, { how: "check", checked: true }],
    ["0", enter("0"), { kind: "checkbox" }, { how: "check", checked: false }],
    ["checked", { kind: "setChecked", checked: true }, { kind: "switch" }, { how: "check", checked: true }],
    [
      "an option's value",
      enter("tue"),
      { kind: "selectOne", options: days },
      { how: "select", values: ["tue"] },
    ],
    [
      "an option's label",
      enter(" tuesday "),
      { kind: "selectOne", options: days },
      { how: "select", values: ["tue"] },
    ],
    [
      "full-width letters",
      selectOne("Ｔｕｅｓｄａｙ"),
      { kind: "selectOne", options: days },
      { how: "select", values: ["tue"] },
    ],
    [
      "a radio",
      enter("Yes"),
      { kind: "radioGroup", options: [option("y", "Yes"), option("n", "No")] },
      { how: "select", values: ["y"] },
    ],
    [
      "a value before a label",
      enter("2"),
      { kind: "selectOne", options: [option("1", "2"), option("2", "3")] },
      { how: "select", values: ["2"] },
    ],
    [
      "the label in its own case",
      enter("US"),
      { kind: "selectOne", options: [option("a", "us"), option("b", "US")] },
      { how: "select", values: ["b"] },
    ],
    [
      "several",
      { kind: "selectMany", values: ["mon", "Tuesday"] },
      { kind: "selectMultiple", options: days },
      { how: "select", values: ["mon", "tue"] },
    ],
    [
      "free text in a combobox",
      enter("Springfield"),
      { kind: "combobox" },
      { how: "text", text: "Springfield" },
    ],
    [
      "a choice a combobox has yet to load",
      selectOne("Large"),
      { kind: "combobox" },
      { how: "select", values: ["Large"] },
    ],
    ["nothing", { kind: "clear" }, {}, { how: "text", text: "" }],
    ["no date", { kind: "clear" }, { kind: "date" }, { how: "text", text: "" }],
    [
      "none of several",
      { kind: "clear" },
      { kind: "selectMultiple", options: days },
      { how: "select", values: [] },
    ],
    [
      "the empty choice",
      { kind: "clear" },
      { kind: "selectOne", options: days },
      { how: "select", values: [""] },
    ],
    ["an empty box", { kind: "clear" }, { kind: "checkbox" }, { how: "check", checked: false }],
  ])("%s", (_what, action, control, entry) => {
    expect(plan(action, control)).toEqual(entry);
  });
});

describe("What a control cannot take is refused before it is touched", () => {
  test.each<[string, ControlAction, Partial<ControlDescriptor>, string]>([
    [
      "a day that does not exist",
      enter("2026-02-30"),
      { kind: "date" },
      "not a date that exists, written YYYY-MM-DD",
    ],
    ["a leap day in a common year", enter("2027-02-29"), { kind: "date" }, "not a date that exists"],
    ["a local date", enter("17/03/2026"), { kind: "date" }, "not a date that exists"],
    ["a 25th hour", enter("25:00"), { kind: "time" }, "not a time that exists"],
    ["a 13th month", enter("2026-13"), { kind: "month" }, "not a month that exists"],
    ["a 53rd week of a short year", enter("2025-W53"), { kind: "week" }, "not a week that exists"],
    ["half a moment", enter("2026-03-17"), { kind: "dateTimeLocal" }, "not a dateTimeLocal that exists"],
    ["a decimal comma", enter("1,5"), { kind: "number" }, "not a decimal number written like 12.5"],
    ["infinity", enter("Infinity"), { kind: "number" }, "not a decimal number"],
    ["words", enter("four"), { kind: "number" }, "not a decimal number"],
    ["a colour's name", enter("blue"), { kind: "color" }, "not a colour written #rrggbb"],
    ["a line break", enter("a\nb"), {}, "the value has line breaks and the control holds one line"],
    ["maybe", enter("maybe"), { kind: "checkbox" }, 'a box takes "true" or "false"'],
    [
      "an unknown option",
      enter("Sunday"),
      { kind: "selectOne", options: days },
      "no option has this value or label",
    ],
    ["a disabled option", enter("wed"), { kind: "selectOne", options: days }, "the option is disabled"],
    [
      "two options with one label",
      enter("Other"),
      { kind: "selectOne", options: [option("a", "Other"), option("b", "Other")] },
      "more than one option fits",
    ],
    [
      "radio buttons without values",
      enter("Yes"),
      { kind: "radioGroup", options: [option("on", "Yes"), option("on", "No")] },
      "more than one option fits",
    ],
    [
      "a part of a label",
      enter("Tues"),
      { kind: "selectOne", options: days },
      "no option has this value or label",
    ],
    ["checking a text", { kind: "setChecked", checked: true }, {}, "a text cannot be checked"],
    [
      "checking a radio group",
      { kind: "setChecked", checked: true },
      { kind: "radioGroup" },
      "a radioGroup cannot be checked",
    ],
    ["choosing in a text", selectOne("a"), {}, "a text has no options to choose from"],
    [
      "several in a list of one",
      { kind: "selectMany", values: ["mon"] },
      { kind: "selectOne", options: days },
      "a selectOne does not take several values",
    ],
    [
      "text on a list",
      setText("mon"),
      { kind: "selectOne", options: days },
      "text cannot be set on a selectOne",
    ],
    ["text on a box", setText("true"), { kind: "checkbox" }, "text cannot be set on a checkbox"],
    ["text on a button", setText("x"), { kind: "submit" }, "text cannot be set on a submit"],
    ["a file's name", enter("cv.txt"), { kind: "file" }, "nothing can be entered into a file"],
    ["clearing radio buttons", { kind: "clear" }, { kind: "radioGroup" }, "a radioGroup cannot be cleared"],
    [
      "clearing a list without an empty choice",
      { kind: "clear" },
      { kind: "selectOne", options: [option("a", "A")] },
      "the list has no empty choice",
    ],
    [
      "a secret nobody replaced",
      { kind: "enter", secret: "pin" },
      {},
      "the secret was not replaced by its value",
    ],
  ])("%s", (_what, action, control, message) => {
    expect(plan(action, control)).toContain(message);
  });
});

test("A refusal lists at most 20 options that can be chosen, and never the value", () => {
  const options = Array.from({ length: 50 }, (_, index) =>
    option(`v${index}`, `Label ${index}`, index === 0),
  );
  const planned = planEntry(enter("hunter2"), descriptor({ kind: "selectOne", options }));
  if (planned.ok) throw new Error("planned");
  expect(planned.details["options"]).toHaveLength(20);
  expect(JSON.stringify(planned)).not.toContain("hunter2");
  expect(JSON.stringify(planned)).not.toContain('"v0"');
});

test.each<ControlKind>(["date", "number", "password", "color"])(
  "A refused value of a %s is never repeated",
  (kind) => {
    expect(JSON.stringify(planEntry(enter("s3cret\n"), descriptor({ kind })))).not.toContain("s3cret");
  },
);

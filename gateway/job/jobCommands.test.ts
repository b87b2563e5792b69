import { expect, test } from "vitest";
import { commandSchema } from "../../runtime/contract/index.ts";
import { jobCommands } from "./jobCommands.ts";
import { fieldsText, jobOf, jobText } from "./testJob.ts";

const commandsOf = (...parts: Parameters<typeof jobText>) => jobCommands(jobOf(jobText(...parts)));

const actions: readonly (readonly [rule: string, field: string, action: object])[] = [
  ["a value is entered as its control wants it", "{ purpose: a, value: b }", { kind: "enter", value: "b" }],
  ["a secret is entered by its name", "{ purpose: a, secret: S }", { kind: "enter", secret: "S" }],
  [
    "kind text types",
    "{ purpose: a, value: b, kind: text }",
    { kind: "setText", value: "b", clearFirst: true },
  ],
  ["kind choice chooses", "{ purpose: a, value: b, kind: choice }", { kind: "selectOne", value: "b" }],
  [
    "kind check with yes checks",
    "{ purpose: a, value: yes, kind: check }",
    { kind: "setChecked", checked: true },
  ],
  [
    "kind check with no unchecks",
    "{ purpose: a, value: no, kind: check }",
    { kind: "setChecked", checked: false },
  ],
];
test.each(actions)("%s", (_, field, action) => {
  expect(commandsOf({ fields: fieldsText(field) }).completeForm.input).toMatchObject({
    kind: "completeForm",
    input: { fields: [{ value: action }] },
  });
});

test("a label without a purpose is both the purpose and a hint", () => {
  expect(commandsOf({ submit: "submit: { label: Send }" }).submit.input).toMatchObject({
    input: { purpose: "Send", hints: { label: "Send" } },
  });
});

test("a job that extracts nothing has no command for it", () => {
  expect(commandsOf({}).extract).toBeNull();
  expect(commandsOf({ more: "extract: []" }).extract).toBeNull();
});

test("every command of the largest job is a command of the contract", () => {
  const long = "x".repeat(256);
  const fields = Array.from({ length: 128 }, () => `{ purpose: ${long}, value: ${long} }`);
  const more = `extract: [{ name: reference, purpose: ${long}, value: href }]
reject: { text: no }
probe: { url: http://site.test/orders, applied: { text: Ada } }`;
  for (const command of Object.values(commandsOf({ fields: fieldsText(...fields), more }))) {
    expect(commandSchema.safeParse(command).error).toBeUndefined();
  }
});

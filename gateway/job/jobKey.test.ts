import { expect, test } from "vitest";
import { jobKey } from "./jobKey.ts";
import { fieldsText, jobOf, jobText } from "./testJob.ts";

const keyOf = (parts: Parameters<typeof jobText>[0]) => jobKey(jobOf(jobText(parts)));
const name = "{ purpose: full name, value: Ada }";
const city = "{ purpose: city, value: London }";
const key = keyOf({ fields: fieldsText(name, city) });

test("a key is sixteen hexadecimal digits", () => {
  expect(key).toMatch(/^[0-9a-f]{16}$/);
});

const same: readonly (readonly [string, Parameters<typeof jobText>[0]])[] = [
  ["a field's purpose", { fields: fieldsText("{ purpose: name, value: Ada }", city) }],
  ["a label for a purpose", { fields: fieldsText("{ label: Full name, value: Ada }", city) }],
  ["a hint", { fields: fieldsText("{ purpose: full name, value: Ada, hints: { role: textbox } }", city) }],
  [
    "the way a value is entered",
    { fields: fieldsText("{ purpose: full name, value: Ada, kind: text }", city) },
  ],
  ["the order of the fields", { fields: fieldsText(city, name) }],
  ["the submit's purpose", { fields: fieldsText(name, city), submit: "submit: { label: Send }" }],
  ["what is expected", { fields: fieldsText(name, city), expect: "expect: { url: /done }" }],
  [
    "a probe",
    { fields: fieldsText(name, city), more: "probe: { url: http://site.test/, applied: { text: Ada } }" },
  ],
  ["the quotes around a value", { fields: fieldsText("{ purpose: full name, value: 'Ada' }", city) }],
];
test.each(same)("%s does not make it another job", (_, parts) => {
  expect(keyOf(parts)).toBe(key);
});

const other: readonly (readonly [string, Parameters<typeof jobText>[0]])[] = [
  ["another url", { url: "url: http://site.test/other", fields: fieldsText(name, city) }],
  ["another value", { fields: fieldsText("{ purpose: full name, value: Grace }", city) }],
  [
    "another spelling of a number",
    { fields: fieldsText("{ purpose: full name, value: Ada }", "{ purpose: city, value: 01 }") },
  ],
  ["a value more", { fields: fieldsText(name, city, "{ purpose: country, value: UK }") }],
  ["a value less", { fields: fieldsText(name) }],
  ["a value twice", { fields: fieldsText(name, city, city) }],
];
test.each(other)("%s makes it another job", (_, parts) => {
  expect(keyOf(parts)).not.toBe(key);
});

test("a secret is not the same as a value of its name", () => {
  const secret = keyOf({ fields: fieldsText("{ purpose: password, secret: PORTAL }") });
  expect(keyOf({ fields: fieldsText("{ purpose: password, value: PORTAL }") })).not.toBe(secret);
});

test("two values are not the same as one that spells both", () => {
  const two = fieldsText("{ purpose: a, value: x }", "{ purpose: b, value: y }");
  const joined = fieldsText(`{ purpose: a, value: 'x"],["value","y' }`);
  expect(keyOf({ fields: two })).not.toBe(keyOf({ fields: joined }));
});

test("the key of a job is the one that data directories hold", () => {
  expect(key).toMatchInlineSnapshot(`"11d131446c09cfb6"`);
});

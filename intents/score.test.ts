import { expect, test } from "vitest";
import { scoreCandidate } from "./score.ts";
import { descriptor, testMatches } from "./testDescriptor.ts";

const context = { matches: testMatches };

test("An equal name or label scores 1 and says so", () => {
  const scored = scoreCandidate("email", {}, descriptor({ label: "Email *" }), context);
  expect(scored).toMatchObject({ score: 1, exact: true, excluded: null });
  expect(scored.reasons[0]).toBe('name "Email *" is the purpose');
});

test("A likeness never reaches 1, however many signs agree", () => {
  const candidate = descriptor({
    kind: "email",
    label: "Your e-mail",
    autocomplete: "email",
    attributeWords: ["email"],
    placeholder: "E-mail address",
  });
  expect(scoreCandidate("email address", {}, candidate, context).score).toBeLessThanOrEqual(0.95);
});

test.each([
  ["hidden", { hiddenBecause: ["inert"] }, {}, "hidden: inert"],
  ["disabled", { enabled: false }, {}, "disabled"],
  ["read-only", { readOnly: true }, {}, "read-only"],
  ["another role", {}, { role: "combobox" }, "its role is textbox, not combobox"],
  ["another name", {}, { accessibleName: { exact: "Phone" } }, "its accessible name does not fit the hint"],
  ["another label", {}, { label: "Phone" }, "nothing a person sees on it is the label asked for"],
  ["nothing near it", {}, { nearText: "Billing" }, "the text asked for is not near it"],
  ["another frame", {}, { framePath: ["pay"] }, "it is in another frame"],
  ["a shadow path", {}, { shadowPath: ["x-form"] }, "a shadow path cannot be checked; leave it out"],
])("%s excludes a candidate and keeps the score it would have had", (_why, partial, hints, excluded) => {
  const scored = scoreCandidate("email", hints, descriptor({ label: "Email", ...partial }), context);
  expect(scored).toMatchObject({ excluded, score: 1 });
});

test.each([
  ["textbox", "email", true],
  ["text field", "textarea", true],
  ["searchbox", "search", true],
  ["dropdown", "selectOne", true],
  ["drop-down", "selectOne", true],
  ["radio", "radioGroup", true],
  ["checkbox", "switch", true],
  ["button", "submit", true],
  ["Textbox", "text", true],
  ["textbox", "checkbox", false],
  ["link", "button", false],
] as const)("The role %s and a %s: %s", (role, kind, fits) => {
  const scored = scoreCandidate("x", { role }, descriptor({ kind, name: "x" }), context);
  expect(scored.excluded === null).toBe(fits);
});

test("The caller's matcher decides about accessible names, with and without the required mark", () => {
  const seen: string[] = [];
  const matches = (_match: unknown, text: string): boolean => seen.push(text) === 2;
  const hints = { accessibleName: { regex: "^email$" } };
  const scored = scoreCandidate("email", hints, descriptor({ label: "Email *" }), { matches });
  expect(seen).toEqual(["Email *", "email"]);
  expect(scored.excluded).toBeNull();
});

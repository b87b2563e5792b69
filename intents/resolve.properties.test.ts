import fc from "fast-check";
import { expect, test } from "vitest";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { type Resolution, resolveAction, resolveField } from "./resolve.ts";
import { descriptor, testMatches } from "./testDescriptor.ts";

const words = [
  "Email",
  "E-Mail",
  "Name",
  "First name",
  "Nachname",
  "Phone",
  "Password",
  "Confirm password",
  "City",
  "電話番号",
];
const buttons = ["Send", "Cancel", "Save draft", "Place order", "Sign in with Google", "Absenden", "Reset"];
const groups = [[], ["Billing address"], ["Shipping address"], ["You"]];

const field = fc.record({
  kind: fc.constantFrom("text", "email", "password", "checkbox", "selectOne"),
  label: fc.constantFrom(...words),
  groups: fc.constantFrom(...groups),
  form: fc.constantFrom("f0", "f1", null),
});
const button = fc.record({
  kind: fc.constantFrom("submit", "button", "link", "reset"),
  name: fc.constantFrom(...buttons),
  form: fc.constantFrom("f0", "f1", null),
});
const page = fc
  .array(fc.oneof(field, button), { maxLength: 12 })
  .map((items) => items.map((item, order) => descriptor({ ...item, order, ref: `c${order}` })));
const fieldPurpose = fc.constantFrom(
  "email",
  "billing email",
  "the second email",
  "full name",
  "last name",
  "confirm password",
  "phone",
);
const actionPurpose = fc.constantFrom("send the form", "place the order", "cancel", "sign in", "save");

const winner = (resolution: Resolution): string =>
  resolution.kind === "found" ? resolution.winner.ref : resolution.kind;
const chooseField = (purpose: string, controls: readonly ControlDescriptor[]): string =>
  winner(resolveField(purpose, {}, controls, { matches: testMatches }));
const chooseAction = (purpose: string, controls: readonly ControlDescriptor[]): string =>
  winner(resolveAction(purpose, {}, controls, { matches: testMatches, preferForms: [" f0"] }));

const shuffled = page.chain((controls) =>
  fc
    .shuffledSubarray(controls, { minLength: controls.length, maxLength: controls.length })
    .map((other) => [controls, other] as const),
);

test("The order in which candidates are handed in never changes the winner", () => {
  fc.assert(
    fc.property(shuffled, fieldPurpose, actionPurpose, ([one, other], fieldWish, actionWish) => {
      expect(chooseField(fieldWish, other)).toBe(chooseField(fieldWish, one));
      expect(chooseAction(actionWish, other)).toBe(chooseAction(actionWish, one));
    }),
  );
});

test("A hidden control never changes the winner, whatever it is called", () => {
  fc.assert(
    fc.property(
      page,
      fc.oneof(field, button),
      fieldPurpose,
      actionPurpose,
      (controls, extra, fieldWish, actionWish) => {
        const trap = descriptor({ ...extra, ref: "trap", order: 99, hiddenBecause: ["off screen"] });
        expect(chooseField(fieldWish, [trap, ...controls])).toBe(chooseField(fieldWish, controls));
        expect(chooseAction(actionWish, [trap, ...controls])).toBe(chooseAction(actionWish, controls));
      },
    ),
  );
});

test("Nothing excluded is ever chosen, and every score lies between 0 and 1", () => {
  fc.assert(
    fc.property(page, fieldPurpose, (controls, purpose) => {
      const resolution = resolveField(purpose, {}, controls, { matches: testMatches });
      for (const { score } of resolution.scored) expect(score >= 0 && score <= 1).toBe(true);
      if (resolution.kind === "found") expect(resolution.scored[0]?.excluded).toBeNull();
    }),
  );
});

test("Any text at all can be a purpose or a label", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), (purpose, text) => {
      const controls = [descriptor({ label: text }), descriptor({ kind: "submit", name: text, order: 1 })];
      chooseField(purpose, controls);
      chooseAction(purpose, controls);
    }),
  );
});

import { expect, test } from "vitest";
import { candidateViewSchema, controlViewSchema } from "../runtime/contract/evidence.ts";
import { fingerprintText, resolveField, toCandidateViews, toControlView } from "./resolve.ts";
import { descriptor, descriptors, testMatches } from "./testDescriptor.ts";

const huge = "é\u{1f600}".repeat(2_000);

test("Views stay within the bounds of the evidence, whatever the page writes", () => {
  const fields = descriptors(
    ...Array.from({ length: 20 }, () => ({ label: `Email ${huge}`, groups: [huge, huge], role: huge })),
    { label: "Email \ud800" },
  );
  const views = toCandidateViews(resolveField("email", {}, fields, { matches: testMatches }).scored);
  expect(views.length).toBeLessThanOrEqual(8);
  for (const view of views) expect(candidateViewSchema.safeParse(view).success).toBe(true);
  const [first = descriptor()] = fields;
  expect(controlViewSchema.safeParse(toControlView(first)).success).toBe(true);
});

test("A view names a control by what a person sees, with its groups", () => {
  const control = descriptor({ placeholder: "Pet's name", groups: ["Pets", "Owner"] });
  expect(toControlView(control)).toEqual({
    kind: "text",
    role: "textbox",
    name: "Pet's name",
    group: "Pets > Owner",
  });
});

test("A view of an excluded candidate begins with why", () => {
  const fields = descriptors({ label: "Email", enabled: false });
  const [view] = toCandidateViews(resolveField("email", {}, fields, { matches: testMatches }).scored);
  expect(view?.reasons[0]).toBe("excluded: disabled");
});

test("Candidates that share nothing with the purpose are not shown", () => {
  const fields = descriptors({ label: "Email" }, { label: "Passport" });
  expect(toCandidateViews(resolveField("email", {}, fields, { matches: testMatches }).scored)).toHaveLength(
    1,
  );
});

test("A fingerprint tells equal controls apart by their order and nothing else by position", () => {
  const fields = descriptors({ label: "Email" }, { label: "Name" }, { label: "Email" });
  const [first = descriptor(), , third = descriptor()] = fields;
  expect(JSON.parse(fingerprintText(first, fields))).toMatchObject({ name: "Email", ordinal: 1 });
  expect(JSON.parse(fingerprintText(third, fields))).toMatchObject({ name: "Email", ordinal: 2 });
  const moved = { ...first, order: 7, ref: "other" };
  expect(fingerprintText(moved, [moved])).toBe(fingerprintText(first, [first]));
});

test.each([
  "*".repeat(100_000),
  "( ".repeat(50_000),
  " or ".repeat(30_000),
  "email ".repeat(20_000),
  "メール".repeat(30_000),
])("A page that writes endless labels does not stop the resolver (%#)", (text) => {
  const fields = descriptors({ label: text, placeholder: text, description: text, groups: [text, text] });
  const before = performance.now();
  resolveField("email", { label: "email" }, fields, { matches: () => true });
  expect(performance.now() - before).toBeLessThan(1_000);
});

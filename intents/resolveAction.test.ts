import { describe, expect, test } from "vitest";
import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { resolveAction } from "./resolve.ts";
import { descriptors, testMatches } from "./testDescriptor.ts";

type Controls = readonly Partial<ControlDescriptor>[];
/** [rule, purpose, controls, index of the winner or why there is none, hints, whether form "f0" was just completed] */
type Row = readonly [string, string, Controls, number | "ambiguous" | "notFound", IntentHints?, boolean?];

const submit = (name: string, more: Partial<ControlDescriptor> = {}) => ({
  kind: "submit" as const,
  name,
  ...more,
});
const button = (name: string, more: Partial<ControlDescriptor> = {}) => ({
  kind: "button" as const,
  name,
  ...more,
});
const link = (name: string) => ({ kind: "link" as const, name, form: null });

const outcome = (purpose: string, controls: Controls, hints: IntentHints = {}, completed = false) => {
  const resolution = resolveAction(purpose, hints, descriptors(...controls), {
    matches: testMatches,
    preferForms: completed ? [" f0"] : [],
  });
  return resolution.kind === "found" ? resolution.winner.order : resolution.kind;
};

const run = (rows: readonly Row[]) => {
  for (const [rule, purpose, controls, expected, hints, completed] of rows) {
    test(`${rule}: ${purpose}`, () => {
      expect(outcome(purpose, controls, hints, completed)).toBe(expected);
    });
  }
};

describe("A purpose finds the button that says so", () => {
  run([
    ["the same words", "place the order", [submit("Place order"), button("Save draft")], 0],
    ["an amount does not count", "pay", [submit("Pay 24.00")], 0],
    ["'it' stands for the thing", "book the slot", [submit("Book it"), button("Cancel")], 0],
    ["'now' says nothing", "hire the bike", [submit("Hire now")], 0],
    ["a synonym", "create the account", [submit("Sign up"), button("Cancel")], 0],
    ["a synonym", "confirm the phone", [submit("Verify")], 0],
    ["the noun of the verb", "submit the application", [submit("Apply")], 0],
    ["in German", "send the message", [submit("Nachricht senden"), button("Zurück")], 0],
    ["in German", "place the order", [submit("Zahlungspflichtig bestellen"), button("Abbrechen")], 0],
    ["in French", "create the account", [submit("Créer un compte"), button("Annuler")], 0],
    ["in Spanish", "send the form", [submit("Enviar"), button("Cancelar")], 0],
    ["in Portuguese", "send the form", [button("Voltar"), submit("Enviar")], 1],
    ["in Italian", "send the form", [button("Annulla"), submit("Invia")], 1],
    ["in Dutch", "book the table", [submit("Reserveren"), button("Annuleren")], 0],
    ["in Polish", "send the form", [submit("Wyślij"), button("Anuluj")], 0],
    ["in Turkish", "send the form", [submit("Gönder"), button("İptal")], 0],
    ["in Russian", "send the form", [submit("Отправить"), button("Отмена")], 0],
    ["in Arabic", "send the form", [submit("إرسال"), button("إلغاء")], 0],
    ["in Hindi", "send the form", [submit("जमा करें"), button("रद्द करें")], 0],
    ["in Chinese", "submit the form", [button("取消"), submit("提交")], 1],
    ["in Japanese", "submit the form", [submit("送信する"), button("キャンセル")], 0],
    ["in Korean", "submit the form", [button("취소"), submit("제출하기")], 1],
    ["the next step", "next step", [button("Back"), button("Next")], 1],
    ["a tab is found by its words", "search", [link("Search"), button("Menu")], 0],
  ]);
});

describe("Buttons that undo, leave or go elsewhere are pressed only by name", () => {
  run([
    ["cancel", "send the request", [button("Cancel request")], "notFound"],
    [
      "cancel by name",
      "cancel the subscription",
      [submit("Cancel subscription"), button("Keep subscription")],
      0,
    ],
    ["the fuller name", "cancel the subscription", [button("Cancel"), submit("Cancel subscription")], 1],
    ["to cancel is not to place", "cancel the order", [submit("Place order")], "notFound", {}, true],
    ["reset", "submit the form", [{ kind: "reset", name: "Start again" }], "notFound"],
    ["reset by name", "reset the form", [{ kind: "reset", name: "Reset" }, submit("Send")], 0],
    ["delete", "save the profile", [button("Delete profile")], "notFound"],
    ["delete by name", "delete the account", [button("Delete account"), submit("Save")], 0],
    ["a draft", "save the article", [submit("Save draft"), submit("Save article")], 1],
    ["only a draft", "save the article", [submit("Save draft")], "notFound", {}, true],
    ["a draft by name", "save the draft", [submit("Save draft"), submit("Publish")], 0],
    ["a draft in German", "save the article", [submit("Entwurf speichern"), submit("Speichern")], 1],
    ["another firm's account", "sign in", [button("Sign in with Google"), submit("Sign in")], 1],
    ["another firm's account alone", "sign in", [button("Continue with Apple")], "notFound"],
    [
      "another firm's account by name",
      "sign in with Google",
      [button("Sign in with Google"), submit("Sign in")],
      0,
    ],
    ["another firm's in German", "sign in", [button("Mit Microsoft anmelden"), submit("Anmelden")], 1],
    ["another firm's in Chinese", "sign in", [button("微信登录"), submit("登录")], 1],
    ["another firm's wallet", "pay", [button("Pay with PayPal"), submit("Pay now")], 1],
    ["an apple is no firm", "order the apple pie", [submit("Order apple pie")], 0],
    ["a hint names it", "leave the page", [button("Cancel"), submit("Send")], 0, { label: "Cancel" }],
    ["to subscribe is not to unsubscribe", "subscribe", [submit("Unsubscribe")], "notFound", {}, true],
    ["to sign up is not to sign in", "create the account", [submit("Sign in")], "notFound", {}, true],
    ["back", "submit the form", [button("Back")], "notFound"],
    ["a call back is not back", "request a call back", [submit("Request a call back")], 0],
  ]);
});

describe("The form that was just completed has the button", () => {
  const other = { form: "f9" };
  run([
    [
      "the only submit button there",
      "send the request",
      [submit("Go!"), submit("Subscribe", other)],
      0,
      {},
      true,
    ],
    ["whatever its language", "place the order", [submit("Οκ"), button("Αλλο")], 0, {}, true],
    [
      "a purpose without a known verb",
      "hire the bike",
      [submit("Los!"), button("Menu", { form: null })],
      0,
      {},
      true,
    ],
    [
      "a neighbour with the same name",
      "subscribe",
      [submit("Subscribe", other), submit("Subscribe")],
      1,
      {},
      true,
    ],
    ["a link in the header", "sign in", [link("Sign in"), submit("Sign in")], 1, {}, true],
    [
      "a link in the header, and another word in the form",
      "sign up",
      [link("Sign up"), submit("Join")],
      1,
      {},
      true,
    ],
    [
      "a button of another form that is asked for by name",
      "subscribe",
      [submit("Offer object"), submit("Subscribe", other)],
      1,
      {},
      true,
    ],
    [
      "two submit buttons and no words to choose by",
      "send the request",
      [submit("Alpha"), submit("Beta")],
      "notFound",
      {},
      true,
    ],
    [
      "two submit buttons and words",
      "save the product",
      [submit("Save product"), submit("Save and add another")],
      0,
      {},
      true,
    ],
    ["another verb is not that button", "add another person", [submit("Save")], "notFound", {}, true],
    ["it is disabled", "send the request", [submit("Send", { enabled: false })], "notFound", {}, true],
    [
      "to withdraw is not to submit",
      "withdraw the application",
      [submit("Submit application")],
      "notFound",
      {},
      true,
    ],
    ["a shared noun is not the verb", "freeze the account", [submit("Open account")], "notFound", {}, true],
    ["a step of a wizard is not its end", "confirm the shipment", [submit("Next")], "notFound", {}, true],
    ["the next step is not the end", "next step", [submit("Submit")], "notFound", {}, true],
    ["a search is no order", "hire the bike", [submit("Search")], "notFound", {}, true],
    ["a step is taken when it is asked for", "go to the next step", [submit("Continue")], 0, {}, true],
    ["it is a subscription, not an order", "place the order", [submit("Subscribe")], "notFound", {}, true],
    [
      "same id, another frame",
      "send the message",
      [submit("Send", { frame: "ad" }), submit("Send")],
      1,
      {},
      true,
    ],
    [
      "without a form completed, a generic purpose takes the only submit button",
      "submit the form",
      [submit("Abgang")],
      0,
    ],
    ["but a specific one does not", "place the order", [submit("Abgang")], "notFound"],
    ["equal names and nothing to choose by", "save", [submit("Save"), submit("Save")], "ambiguous"],
    ["equal names, and only one submits", "save", [button("Save"), submit("Save")], 1],
    ["the second of two", "the second save button", [submit("Save"), submit("Save")], 1],
    ["an ordinal hint", "save", [submit("Save"), submit("Save")], 1, { ordinal: 2 }],
    ["a field is no button", "email", [{ kind: "email", label: "Email" }], "notFound"],
  ]);
});

test("The reason names the form just completed", () => {
  const { scored } = resolveAction("send the request", {}, descriptors(submit("Go!")), {
    matches: testMatches,
    preferForms: [" f0"],
  });
  expect(scored[0]?.reasons).toContain("only submit button of the form just completed");
});

test("A refusal says why the cancel button was out", () => {
  const { scored } = resolveAction("submit the form", {}, descriptors(button("Cancel")), {
    matches: testMatches,
  });
  expect(scored[0]?.excluded).toBe('a "cancel" button is pressed only when asked for by name');
});

import { expect, test } from "vitest";
import { meaningOf } from "./meaningOf.ts";
import { type Meaning, meaningOfAutocomplete } from "./meanings.ts";

test.each<[string, Meaning]>([
  ["E-mail address", "email"],
  ["Correo electrónico", "email"],
  ["Электронная почта", "email"],
  ["البريد الإلكتروني", "email"],
  ["邮箱地址", "email"],
  ["メールアドレスをご入力ください", "email"],
  ["이메일을 입력하세요", "email"],
  ["Handynummer", "tel"],
  ["Numéro de téléphone", "tel"],
  ["फ़ोन नंबर", "tel"],
  ["Straße und Hausnummer", "address-line1"],
  ["Code postal", "postal-code"],
  ["郵便番号", "postal-code"],
  ["Kod pocztowy", "postal-code"],
  ["Ülke", "country"],
  ["Neues Passwort", "new-password"],
  ["Mot de passe actuel", "current-password"],
  ["Código de verificación", "one-time-code"],
  ["Name on card", "cc-name"],
  ["Номер карты", "cc-number"],
  ["CVV", "cc-csc"],
  ["First", "given-name"],
  ["姓", "family-name"],
  ["Kullanıcı adı", "username"],
  ["Ragione sociale", "organization"],
  ["Fecha de nacimiento", "bday"],
])("%s means %s and nothing besides", (text, meaning) => {
  expect([...meaningOf(text)]).toEqual([[meaning, 1]]);
});

test("A meaning is weaker the more else the text says", () => {
  expect(meaningOf("Pet's name").get("name")).toBeCloseTo(0.5);
  expect(meaningOf("Send me email updates about gardening").get("email") ?? 0).toBeLessThan(0.5);
});

test("A text may mean nothing known", () => {
  expect(meaningOf("Zxqv").size).toBe(0);
  expect(meaningOf("").size).toBe(0);
});

test.each<[string, Meaning | null]>([
  ["email", "email"],
  ["section-a billing postal-code", "postal-code"],
  ["shipping country-name", "country"],
  ["tel-national webauthn", "tel"],
  ["off", null],
  ["", null],
])("autocomplete=%j declares %s", (autocomplete, meaning) => {
  expect(meaningOfAutocomplete(autocomplete)).toBe(meaning);
});

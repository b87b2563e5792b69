import { expect, test } from "vitest";
import { labelKey, normaliseText, plainText } from "./normalise.ts";
import { attributeWordsOf, wordsOf } from "./words.ts";

test.each([
  ["  Full\u00a0 name \n", "full name"],
  ["ＥＭＡＩＬ", "email"],
  ["pass\u00adword", "password"],
])("%j reads as %j", (text, expected) => {
  expect(normaliseText(text)).toBe(expected);
});

test.each([
  ["Email *", "email"],
  ["Email:", "email"],
  ["Email (required) *", "email"],
  ["Name (optional)", "name"],
  ["Vorname (Pflichtfeld)", "vorname"],
  ["お名前 必須", "お名前"],
  ["* Email", "email"],
  ["*", "*"],
  ["Please enter your email", "email"],
  ["the email field", "email"],
  ["The", "the"],
])("The key of %j is %j", (text, expected) => {
  expect(labelKey(text)).toBe(expected);
});

test.each([
  ["Straße", "strasse"],
  ["Prénom", "prenom"],
  ["İlçe", "ilce"],
  ["Łódź", "lodz"],
  ["पहला नाम", "पहला नाम"],
  ["がぎ", "がぎ"],
  ["전화", "전화"],
])("%j without diacritics is %j", (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test.each([
  ["Buyer's E-Mail-Adresse", ["buyer", "s", "email", "adresse"]],
  ["Check-in / sign up", ["checkin", "signup"]],
  ["メールアドレス (必須)", ["メールアドレス", "必須"]],
  ["전화 번호", ["전화번호"]],
])("The words of %j are %j", (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test.each([
  ["shippingAddress_line2", ["shipping", "address", "line", "2"]],
  ["userID", ["user", "id"]],
  ["confirm-password", ["confirm", "password"]],
])("The words of the attribute %j are %j", (text, expected) => {
  expect(attributeWordsOf(text)).toEqual(expected);
});

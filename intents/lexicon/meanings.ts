/** What a field can mean: the HTML autofill tokens, and a few more that forms ask for and the standard does not name. */
export const meanings = [
  "name",
  "honorific-prefix",
  "given-name",
  "additional-name",
  "family-name",
  "nickname",
  "username",
  "email",
  "tel",
  "tel-country-code",
  "tel-extension",
  "fax",
  "url",
  "organization",
  "organization-title",
  "street-address",
  "address-line1",
  "address-line2",
  "house-number",
  "postal-code",
  "address-level1",
  "address-level2",
  "country",
  "bday",
  "bday-day",
  "bday-month",
  "bday-year",
  "birthplace",
  "sex",
  "language",
  "nationality",
  "password",
  "new-password",
  "current-password",
  "one-time-code",
  "cc-name",
  "cc-number",
  "cc-exp",
  "cc-exp-month",
  "cc-exp-year",
  "cc-csc",
  "iban",
  "tax-id",
  "transaction-amount",
  "quantity",
  "message",
  "subject",
  "reason",
  "about",
  "terms",
  "newsletter",
  "remember-me",
  "search-query",
  "cv",
] as const;

export type Meaning = (typeof meanings)[number];

/** Languages of the lexicon; a word is looked up in all of them, whatever the page says it speaks. */
export const languages = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "pl",
  "tr",
  "ru",
  "ar",
  "hi",
  "zh",
  "ja",
  "ko",
] as const;

export type Language = (typeof languages)[number];

/** Phrases separated by `|`; one that begins with `=` counts only when it is the whole text. */
export type Phrases = Partial<Record<Language, string>>;
export type Theme<Token extends string> = Partial<Record<Token, Phrases>>;

/** Autocomplete tokens that name a meaning by another word. */
const autocompleteAliases: Readonly<Record<string, Meaning>> = {
  "country-name": "country",
  "tel-national": "tel",
  "tel-local": "tel",
  "address-level3": "address-level2",
  "cc-given-name": "cc-name",
  "cc-family-name": "cc-name",
};

const isMeaning = (word: string): word is Meaning => meanings.some((known) => known === word);

/** The meaning an `autocomplete` attribute declares, or null. */
export const meaningOfAutocomplete = (autocomplete: string): Meaning | null => {
  const words = autocomplete.toLowerCase().split(/\s+/u).reverse();
  const named = words.find((word) => word in autocompleteAliases || isMeaning(word));
  if (named === undefined) return null;
  return autocompleteAliases[named] ?? (isMeaning(named) ? named : null);
};

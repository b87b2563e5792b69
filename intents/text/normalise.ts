import { readableStart } from "./clip.ts";

const spaces = /[\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+/gu;

/** Text as two people would agree it reads the same: NFKC, lower case, single spaces. */
export const normaliseText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu, "")
    .toLowerCase()
    .replace(spaces, " ")
    .trim();

const requiredWords =
  "required|optional|mandatory|pflichtfeld|erforderlich|optionale angabe|obligatoire|facultatif|optionnel|requis|" +
  "obligatorio|opcional|obrigatório|obligatorio|obbligatorio|facoltativo|opzionale|verplicht|optioneel|wymagane|" +
  "opcjonalnie|zorunlu|isteğe bağlı|обязательно|необязательно|مطلوب|اختياري|आवश्यक|वैकल्पिक|必填|选填|必須|任意|필수|선택";
const trailingMarker = new RegExp(
  `(?:[*:†•…]|[([](?:${requiredWords})[)\\]]|\\s(?:必填|选填|必須|任意|필수|선택))$`,
  "u",
);

const stripOnce = (text: string): string => text.replace(trailingMarker, "").replace(/^[*•]/u, "").trim();

/** Without the marks that say "required" or "optional"; the input is already normalised. */
export const stripMarkers = (text: string): string => {
  const shorter = stripOnce(text);
  return shorter === text || shorter === "" ? text : stripMarkers(shorter);
};

const polite =
  /^(?:please|kindly|enter|type|fill in|provide|select|choose|click|press|the|your|my|our|a|an|on) (?=\S)/u;
const trailingKind =
  /(?<=\S) (?:field|text field|box|input|text box|checkbox|drop-?down|button|link|menu|list)$/u;

const trimEdges = (text: string): string => {
  const shorter = text.replace(polite, "").replace(trailingKind, "");
  return shorter === text ? text : trimEdges(shorter);
};

/** The key under which a label equals what was asked for: markers, articles and "… field" do not count. */
export const labelKey = (text: string): string => trimEdges(stripMarkers(normaliseText(readableStart(text))));

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ى: "ي",
  ة: "ه",
};

/** The diacritics-insensitive variant; marks of scripts where they are letters (Devanagari, kana) stay. */
export const plainText = (text: string): string =>
  normaliseText(text)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/gu, "")
    .normalize("NFC")
    .replace(/[ßøłđæœıأإآىة]/gu, (letter) => letters[letter] ?? letter);

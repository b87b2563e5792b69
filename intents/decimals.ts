const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/u;

/** A decimal without the digits that do not change its value; null when the text is none. Exact at any length. */
export const canonicalDecimal = (text: string): string | null => {
  const trimmed = text.trim();
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d{1,3}$/u.test(trimmed)) {
    const value = Number(trimmed);
    return Number.isFinite(value) ? String(value) : null;
  }
  const match = plain.exec(trimmed);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return null;
  const integer = whole.replace(/^0+(?=\d)/u, "") || "0";
  const rest = fraction.replace(/0+$/u, "");
  const value = rest === "" ? integer : `${integer}.${rest}`;
  return sign === "-" && value !== "0" ? `-${value}` : value;
};

const decoration = /[\s\p{Sc}%]/gu;
const grouped = /^[+-]?\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*$/u;

/** The values a number shown to people may have: "1.500" can be 1500 or 1.5. */
const readings = (shown: string): string[] => {
  const text = shown.replace(decoration, "");
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const separators = text.match(/[.,'’]/gu) ?? [];
  const wholeOnly = canonicalDecimal(text.replace(/[.,'’]/gu, ""));
  const fractional =
    last < 0
      ? null
      : canonicalDecimal(`${text.slice(0, last).replace(/[.,'’]/gu, "")}.${text.slice(last + 1)}`);
  const isGrouped = grouped.test(text);
  // A separator that comes twice groups; one that differs from those before it is the decimal one.
  const repeats = separators.length > 1 && new Set(separators).size === 1;
  const found = [
    ...(separators.length === 0 || isGrouped ? [wholeOnly] : []),
    ...(separators.length > 0 && !repeats ? [fractional] : []),
  ];
  return found.filter((value) => value !== null);
};

/** Whether a number shown in some locale is the one that was entered; when the digits leave it open, it is not. */
export const showsDecimal = (expected: string, shown: string): boolean => {
  const wanted = canonicalDecimal(expected);
  if (wanted === null || shown.trim() === "") return false;
  const possible = readings(shown);
  if (!possible.includes(wanted)) return false;
  // No page shows 1500 as 1.500 except by grouping, but 1.500 for an entered 1.5 may as well be an old 1500.
  return possible.length === 1 || !wanted.includes(".");
};

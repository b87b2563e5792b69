const mark = "[secret]";
/** Shorter values would blank out ordinary words; sensitive controls never show their value anyway. */
const shortestScrubbed = 4;

/** The spellings under which a value turns up: as it is, JSON-escaped, percent-encoded (both ways of a space), base64. */
const spellings = (value: string): string[] => {
  const wellFormed = value.toWellFormed();
  const percent = encodeURIComponent(wellFormed);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    percent,
    percent.replaceAll("%20", "+"),
    Buffer.from(wellFormed, "utf8").toString("base64").replace(/=+$/, ""),
  ];
};

/** Replaces every spelling of the secrets in a text. */
export const scrubText = (text: string, secrets: readonly string[]): string => {
  const needles = secrets
    .filter((secret) => secret.length >= shortestScrubbed)
    .flatMap(spellings)
    .sort((a, b) => b.length - a.length);
  return needles.reduce((scrubbed, needle) => scrubbed.replaceAll(needle, mark), text);
};

/** The same for every string inside a JSON value; keys stay. */
export const scrub = <T>(value: T, secrets: readonly string[]): T => {
  if (secrets.length === 0) return value;
  const walk = (inner: unknown): unknown => {
    if (typeof inner === "string") return scrubText(inner, secrets);
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner === "object" && inner !== null) {
      return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, walk(member)]));
    }
    return inner;
  };
  // The shape is kept member by member, which the compiler cannot see.
  return walk(value) as T;
};

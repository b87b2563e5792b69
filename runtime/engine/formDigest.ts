import type { FormDigest } from "../contract/index.ts";
import type { FieldValue } from "../ports/page.ts";
import { canonicalJson, sha256Hex } from "./canonical.ts";
import type { Sealer } from "./seal.ts";

/** What a form holds, as keyed digests: enough to see that a field changed and which, never what it holds. */
export const digestForm = (fields: readonly FieldValue[], sealer: Pick<Sealer, "digest">): FormDigest => {
  const seen = new Map<string, number>();
  const hashed = fields.slice(0, 512).map(({ field, value }) => {
    const name = field.slice(0, 120).toWellFormed();
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { field: count === 1 ? name : `${name} (${count})`, hash: sealer.digest(value) };
  });
  return { digest: sha256Hex(canonicalJson(hashed)), fields: hashed };
};

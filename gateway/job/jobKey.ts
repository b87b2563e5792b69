import { canonicalJson, sha256Hex } from "../../runtime/engine/canonical.ts";
import type { Job } from "./jobSchema.ts";

/**
 * What makes two runs the same job: where it goes and what is entered. How the fields are described, what is expected and
 * how it is looked up may be improved between two runs without the job becoming another one, which would be sent again.
 */
export const jobKey = ({ url, fields }: Job): string => {
  const entered = fields.map(({ value, secret }) =>
    secret === undefined ? ["value", value] : ["secret", secret],
  );
  return sha256Hex(
    canonicalJson({ url, entered: entered.map((entry) => canonicalJson(entry)).sort() }),
  ).slice(0, 16);
};

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The job of the README with a run of its own; `more` is appended. */
export const registrationJob = (base: string, more = ""): string => `url: ${base}/register
fields:
  - purpose: full name
    value: Ada Lovelace
  - purpose: e-mail
    value: ada@example.test
  - purpose: password
    secret: PORTAL_PASSWORD
submit: { purpose: create the account }
expect: { text: Thank you }
reject: { text: already registered }
extract: [ { name: reference, purpose: reference number } ]
${more}`;

export const writeJob = async (directory: string, text: string): Promise<string> => {
  const file = join(directory, "job.yaml");
  await writeFile(file, text);
  return file;
};

export const probeOf = (base: string): string =>
  `probe: { url: ${base}/orders, applied: { text: Ada Lovelace }, notApplied: { text: No registrations yet } }`;

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what must not lie open in the data directory, and digests what must not be guessed from it. */
export interface Sealer {
  /** AES-256-GCM; `context` is bound to the text, so that a sealed text cannot stand in for another. */
  seal(context: string, text: string): Uint8Array;
  /** Throws when the bytes were changed, belong to another context or to another key. */
  open(context: string, sealed: Uint8Array): string;
  /** Keyed SHA-256: equal values give equal digests, and without the key a guess cannot be checked. */
  digest(value: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

/** `key`: 32 bytes, the data directory's key. */
export const createSealer = (key: Uint8Array): Sealer => {
  const derive = (use: string) => Buffer.from(hkdfSync("sha256", key, "", `holdfast ${use}`, 32));
  const sealKey = derive("seal");
  const digestKey = derive("digest");
  return {
    seal(context, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", sealKey, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
        "utf8",
      );
    },
    digest: (value) => createHmac("sha256", digestKey).update(value).digest("hex"),
  };
};

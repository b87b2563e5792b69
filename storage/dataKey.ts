import { randomBytes, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { RuntimeError } from "../runtime/contract/index.ts";
import { ensureDirectory, syncDirectory, writeNewFile } from "./files/durable.ts";
import { corrupt, systemCode, withIoErrors } from "./files/ioErrors.ts";

const keyBytes = 32;

const fromEnvironment = (text: string): Uint8Array => {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return new Uint8Array(Buffer.from(text, "base64"));
  throw new RuntimeError(
    "invalidRequest",
    "HOLDFAST_KEY must hold 32 bytes as 64 hexadecimal digits or as 44 characters of base64",
    { pointer: "/env/HOLDFAST_KEY" },
  );
};

const readKey = async (file: string): Promise<Uint8Array | null> => {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { mode } = await handle.stat();
      if ((mode & 0o077) !== 0)
        throw new RuntimeError("policyDenied", `${file} can be read by others: run chmod 600 on it`, {
          details: { file, mode: (mode & 0o777).toString(8) },
        });
      return new Uint8Array(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
};

/** Linked only when whole, so that neither a crash nor a second starter leaves half a key or two keys. */
const createKey = async (dataDir: string, file: string): Promise<void> => {
  await ensureDirectory(dataDir);
  const temporary = join(dataDir, `key.${randomUUID()}.tmp`);
  try {
    await writeNewFile(temporary, randomBytes(keyBytes));
    await link(temporary, file).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(dataDir);
};

/** The 32 bytes that seal what this data directory holds: from `HOLDFAST_KEY`, else from `<dataDir>/key`, made on first use. */
export const loadDataKey = async (options: {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<Uint8Array> => {
  const given = options.env["HOLDFAST_KEY"];
  if (given !== undefined) return fromEnvironment(given);
  const dataDir = resolve(options.dataDir);
  const file = join(dataDir, "key");
  const key = await withIoErrors(dataDir, async () => {
    const existing = await readKey(file);
    if (existing !== null) return existing;
    await createKey(dataDir, file);
    return readKey(file);
  });
  if (key?.byteLength === keyBytes) return key;
  throw corrupt(file, `a data key holds ${keyBytes} bytes, this file holds ${key?.byteLength ?? "none"}`);
};

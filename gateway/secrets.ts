import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { RuntimeError } from "../runtime/contract/index.ts";
import type { SecretSource } from "../runtime/ports/secrets.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets by name from the environment. */
export const environmentSecrets = (env: Environment): SecretSource => ({
  secret: async (name) => env[name] ?? null,
});

/** Secrets from a file of `NAME=value` lines, the environment behind it. `invalidRequest` when the file cannot be read. */
export const fileSecrets = async (file: string, env: Environment): Promise<SecretSource> => {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new RuntimeError("invalidRequest", `the secrets file ${file} cannot be read`, { cause: error });
  }
  const fromFile = parseEnv(text);
  return { secret: async (name) => fromFile[name] ?? env[name] ?? null };
};

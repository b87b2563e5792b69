import { chmod, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDataKey } from "./dataKey.ts";
import { modeOf, temporaryDirectory } from "./testing/directories.ts";

const bytes = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

describe("the data key", () => {
  it("is taken from HOLDFAST_KEY as hexadecimal digits or base64, and no file is made", async () => {
    const dataDir = await temporaryDirectory();
    for (const encoding of ["hex", "base64"] as const) {
      const env = { HOLDFAST_KEY: Buffer.from(bytes).toString(encoding) };
      expect(await loadDataKey({ dataDir, env })).toEqual(bytes);
    }
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([
    "",
    "short",
    "g".repeat(64),
    "a".repeat(63),
    "a".repeat(65),
    "a".repeat(44),
    ` ${"a".repeat(64)}`,
  ])("is refused when HOLDFAST_KEY is %j, without repeating it", async (value) => {
    const dataDir = await temporaryDirectory();
    await expect(loadDataKey({ dataDir, env: { HOLDFAST_KEY: value } })).rejects.toMatchObject({
      code: "invalidRequest",
      message: "HOLDFAST_KEY must hold 32 bytes as 64 hexadecimal digits or as 44 characters of base64",
    });
  });

  it("is made once, private, and stays the same", async () => {
    const dataDir = join(await temporaryDirectory(), "new");
    const first = await loadDataKey({ dataDir, env: {} });
    expect(first).toHaveLength(32);
    expect(await modeOf(join(dataDir, "key"))).toBe(0o600);
    expect(await modeOf(dataDir)).toBe(0o700);
    expect(new Uint8Array(await readFile(join(dataDir, "key")))).toEqual(first);
    expect(await loadDataKey({ dataDir, env: {} })).toEqual(first);
    expect(await readdir(dataDir)).toEqual(["key"]);
  });

  it("is one and the same for starters that race, and another in another directory", async () => {
    const dataDir = await temporaryDirectory();
    const keys = await Promise.all([1, 2, 3, 4].map(() => loadDataKey({ dataDir, env: {} })));
    expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
    expect(await loadDataKey({ dataDir: await temporaryDirectory(), env: {} })).not.toEqual(keys[0]);
  });

  it.each([0o640, 0o604, 0o660])("is refused when others can read its file (mode %o)", async (mode) => {
    const dataDir = await temporaryDirectory();
    await loadDataKey({ dataDir, env: {} });
    await chmod(join(dataDir, "key"), mode);
    await expect(loadDataKey({ dataDir, env: {} })).rejects.toMatchObject({
      code: "policyDenied",
      message: expect.stringContaining("chmod 600"),
    });
  });

  it.each([0, 31, 33])("is refused, not replaced, when its file holds %d bytes", async (length) => {
    const dataDir = await temporaryDirectory();
    const file = join(dataDir, "key");
    await writeFile(file, new Uint8Array(length), { mode: 0o600 });
    await expect(loadDataKey({ dataDir, env: {} })).rejects.toMatchObject({
      code: "dataDirectoryCorrupt",
      details: { file },
    });
    expect(await readFile(file)).toHaveLength(length);
  });

  it("is not read through a symbolic link", async () => {
    const dataDir = await temporaryDirectory();
    await loadDataKey({ dataDir, env: {} });
    const elsewhere = await temporaryDirectory();
    await symlink(join(dataDir, "key"), join(elsewhere, "key"));
    await expect(loadDataKey({ dataDir: elsewhere, env: {} })).rejects.toMatchObject({
      code: "journalFailed",
    });
    await rm(join(elsewhere, "key"));
  });
});

import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteStorage } from "../sqlite/index.ts";
import { modeOf, temporaryDirectory } from "../testing/directories.ts";
import { artifact, id, startMs } from "../testing/samples.ts";

const open = (dataDir: string) => openSqliteStorage({ dataDir, now: () => startMs });
const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => index % 256);

describe("artifact files", () => {
  it("lie under their digest, private, and leave nothing half written", async () => {
    const dataDir = await temporaryDirectory();
    const storage = await open(dataDir);
    const { sha256 } = await storage.artifacts.put(artifact(90), bytes);
    const path = join(dataDir, "artifacts", "objects", sha256.slice(0, 2), sha256);
    expect(await storage.artifacts.path(id(90))).toBe(path);
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(join(path, ".."))).toBe(0o700);
    expect(await readdir(join(dataDir, "artifacts", "tmp"))).toEqual([]);
    await storage.close();
  });

  it("are written once for equal bytes", async () => {
    const storage = await open(await temporaryDirectory());
    await storage.artifacts.put(artifact(90), bytes);
    const path = (await storage.artifacts.path(id(90))) ?? "";
    const { ino } = await stat(path);
    await storage.artifacts.put(artifact(91), bytes);
    expect(await storage.artifacts.path(id(91))).toBe(path);
    expect((await stat(path)).ino).toBe(ino);
    await storage.close();
  });

  it("are never given out when they are not the bytes that were stored", async () => {
    const storage = await open(await temporaryDirectory());
    await storage.artifacts.put(artifact(90), bytes);
    const path = (await storage.artifacts.path(id(90))) ?? "";
    for (const other of [bytes.toReversed(), bytes.slice(1), new Uint8Array()]) {
      await writeFile(path, other);
      await expect(storage.artifacts.read(id(90))).rejects.toMatchObject({
        code: "internal",
        details: { artifactId: id(90) },
      });
    }
    await rm(path);
    await expect(storage.artifacts.read(id(90))).rejects.toMatchObject({ code: "internal" });
    await storage.close();
  });

  it("are repaired when the same bytes are put again", async () => {
    const storage = await open(await temporaryDirectory());
    await storage.artifacts.put(artifact(90), bytes);
    const path = (await storage.artifacts.path(id(90))) ?? "";
    await writeFile(path, "damaged");
    await storage.artifacts.put(artifact(91), bytes);
    expect(await storage.artifacts.read(id(90))).toEqual(bytes);
    expect(new Uint8Array(await readFile(path))).toEqual(bytes);
    await storage.close();
  });

  it("that a crash left half written are removed on open, finished ones kept", async () => {
    const dataDir = await temporaryDirectory();
    const storage = await open(dataDir);
    await storage.artifacts.put(artifact(90), bytes);
    await storage.close();
    const temporaries = join(dataDir, "artifacts", "tmp");
    await mkdir(temporaries, { recursive: true });
    await writeFile(join(temporaries, "half"), "half");
    const again = await open(dataDir);
    expect(await readdir(temporaries)).toEqual([]);
    expect(await again.artifacts.read(id(90))).toEqual(bytes);
    await again.close();
  });
});

import { expect, test } from "vitest";
import { mortalStorage } from "../mortalStorage.ts";
import { firstFault } from "../property.ts";
import type { Seeds } from "../world.ts";

/** A journal that moves a command on from wherever it stands, whoever else has moved it meanwhile. */
const storage: NonNullable<Seeds["storage"]> = (disk, life) => {
  const real = mortalStorage(disk, life);
  return {
    ...real,
    journal: new Proxy(real.journal, {
      get(target, name) {
        if (name !== "advance") return Reflect.get(target, name);
        const advance: typeof target.advance = async (write) => {
          const known = await disk.journal.command(write.commandId);
          return target.advance({ ...write, from: known?.phase ?? write.from });
        };
        return advance;
      },
    }),
  };
};

test("a write that does not check what it replaces is found", async () => {
  const found = await firstFault(2_000, 1, { storage });
  expect(found?.faults.join()).toMatch(/a terminal state changed|a contradiction was accepted/);
});

import { expect, test } from "vitest";
import { mortalStorage } from "../mortalStorage.ts";
import { firstFault } from "../property.ts";
import type { Seeds } from "../world.ts";

/** A journal that says "written" before it has: the last write of a life is lost with it. */
const storage: NonNullable<Seeds["storage"]> = (disk, life) => {
  const real = mortalStorage(disk, life);
  let pending: (() => Promise<unknown>) | null = null;
  const settle = async () => {
    const write = pending;
    pending = null;
    await write?.();
  };
  return {
    ...real,
    journal: new Proxy(real.journal, {
      get(target, name) {
        if (name === "dispatch") {
          const dispatch: typeof target.dispatch = async (record) => {
            await settle();
            pending = () => target.dispatch(record);
          };
          return dispatch;
        }
        if (name === "advance") {
          const advance: typeof target.advance = async (write) => {
            await settle();
            pending = () => target.advance(write);
            return "appended";
          };
          return advance;
        }
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          await settle();
          return Reflect.apply(method, target, args);
        };
      },
    }),
  };
};

test("an answer given before its record is written is found", async () => {
  const found = await firstFault(2_000, 1, { storage });
  expect(found?.faults.join()).toMatch(
    /the answer given is not the one on record|the site received it|2 times/,
  );
});

import type { Storage } from "../runtime/ports/storage.ts";
import type { Life } from "./life.ts";

type Method = (...args: unknown[]) => Promise<unknown>;
type Store = Readonly<Record<string, unknown>>;

const isMethod = (value: unknown): value is Method => typeof value === "function";

/** Every method of a store with a place to die before what it does and one after it, before its caller knows. */
const mortal = <S extends object>(store: S, life: Life): S =>
  new Proxy(store, {
    get(target, name) {
      const method: unknown = (target as Store)[String(name)];
      if (!isMethod(method)) return method;
      return async (...args: unknown[]) => {
        await life.step();
        const result = await method.apply(target, args);
        await life.step();
        return result;
      };
    },
  });

/** A storage as one process sees it; what was written stays when the process dies. */
export const mortalStorage = (disk: Storage, life: Life): Storage => ({
  journal: mortal(disk.journal, life),
  checkpoints: mortal(disk.checkpoints, life),
  workflows: mortal(disk.workflows, life),
  sessions: mortal(disk.sessions, life),
  receipts: mortal(disk.receipts, life),
  artifacts: mortal(disk.artifacts, life),
  close: async () => {},
});

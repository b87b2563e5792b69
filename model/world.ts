import { randomBytes } from "node:crypto";
import { createIntentHandlers } from "../intents/handlers.ts";
import { actingHandlers } from "../runtime/engine/acting.ts";
import { primitiveHandlers } from "../runtime/engine/primitives.ts";
import { createSealer } from "../runtime/engine/seal.ts";
import type { BrowserPort } from "../runtime/ports/browser.ts";
import type { Storage } from "../runtime/ports/storage.ts";
import { type Runtime, startRuntime } from "../runtime/runtime.ts";
import { openMemoryStorage } from "../storage/memory/index.ts";
import { openGuard } from "./guard.ts";
import { beginLife, type Life } from "./life.ts";
import { mortalStorage } from "./mortalStorage.ts";
import { openModelPage } from "./page.ts";
import { openSite, type Site } from "./site.ts";
import { type VirtualTime, virtualTime } from "./virtualTime.ts";

const startMs = Date.UTC(2026, 0, 1);

/** Ids in order, so that a sequence runs the same way each time. */
const ids = () => {
  let last = 0;
  return () => `00000000-0000-4000-8000-${(++last).toString(16).padStart(12, "0")}`;
};

/** A browser process of one life; when it dies alone, its pages crash and the next context starts another. */
interface Browser extends BrowserPort {
  dieAfter(steps: number | null): void;
}

export interface World {
  readonly time: VirtualTime;
  readonly site: Site;
  readonly disk: Storage;
  readonly newId: () => string;
  runtime(): Runtime;
  /** How long pages think before they send, in milliseconds. */
  thinkFor(ms: number): void;
  /** Ends the present life at its n-th step from now; null: not at all. */
  dieAfter(steps: number | null): void;
  browserDiesAfter(steps: number | null): void;
  /** Waits for `work` while time passes; null when the process died first. */
  attend<T>(work: Promise<T>): Promise<{ readonly value: T } | null>;
  /** Begins a new life on the same disk, which may die while it starts; in the end one is alive. */
  restart(dieAfter: number | null): Promise<void>;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
}

/** What may be put in the place of a part, to see whether the model notices. */
export interface Seeds {
  /** The disk as one process sees it. */
  readonly storage?: (disk: Storage, life: Life) => Storage;
}

const openBrowser = (parts: {
  readonly site: Site;
  readonly time: VirtualTime;
  readonly life: Life;
  readonly guard: ReturnType<typeof openGuard>;
  readonly thinksMs: () => number;
}): Browser => {
  let left: number | null = null;
  let process = beginLife();
  return {
    dieAfter(steps) {
      left = steps;
    },
    async describe() {
      return { path: "model", version: "1", source: "model", guarantee: { state: "whole" } };
    },
    async newContext() {
      await parts.life.step();
      if (process.isOver()) process = beginLife();
      const own = process;
      const step = async () => {
        if (left !== null && --left <= 0) {
          left = null;
          own.end();
        }
      };
      return {
        newPage: async (_, pageId) =>
          openModelPage({ ...parts, pageId, process: { isOver: own.isOver, step } }),
        storageState: async () => "{}",
        isOpen: () => !own.isOver(),
        close: async () => own.end(),
      };
    },
    close: async () => process.end(),
  };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

export const openWorld = async (seeds: Seeds = {}): Promise<World> => {
  const time = virtualTime(startMs);
  const site = openSite(time);
  const disk = openMemoryStorage({ now: time.now });
  const newId = ids();
  const sealer = createSealer(randomBytes(32));
  let thinksMs = 0;
  let life = beginLife();
  let runtime: Runtime | null = null;
  let browser: Browser | null = null;

  const attend = async <T>(work: Promise<T>): Promise<{ readonly value: T } | null> => {
    const own = life;
    const ended: { how: (() => { readonly value: T } | null) | null } = { how: null };
    work.then(
      (value) => {
        ended.how ??= () => ({ value });
      },
      (error: unknown) => {
        ended.how ??= () => {
          throw error;
        };
      },
    );
    own.over.then(() => {
      ended.how ??= () => null;
    });
    for (;;) {
      await turn();
      if (ended.how !== null) return ended.how();
      if (!time.next()) throw new Error("nothing is left to happen, and the work has not ended");
    }
  };

  const begin = async (dieAfter: number | null): Promise<boolean> => {
    life.end();
    await browser?.close();
    life = beginLife();
    life.endAfter(dieAfter);
    const own = life;
    const guard = openGuard(site, time, own, newId);
    browser = openBrowser({ site, time, life: own, guard, thinksMs: () => thinksMs });
    const started = await attend(
      startRuntime({
        storage: (seeds.storage ?? mortalStorage)(disk, own),
        clock: { ...time, newId },
        sealer,
        secrets: { secret: async () => null },
        guard,
        handlers: { ...primitiveHandlers, ...actingHandlers, ...createIntentHandlers() },
        reach: () => {},
        browser,
      }),
    );
    life.endAfter(null);
    runtime = started?.value ?? null;
    return started !== null;
  };

  const world: World = {
    time,
    site,
    disk,
    newId,
    runtime() {
      if (runtime === null) throw new Error("no runtime is alive");
      return runtime;
    },
    thinkFor(ms) {
      thinksMs = ms;
    },
    dieAfter: (steps) => life.endAfter(steps),
    browserDiesAfter: (steps) => browser?.dieAfter(steps),
    attend,
    async restart(dieAfter) {
      if (!(await begin(dieAfter))) await begin(null);
    },
    async pass(ms) {
      let over = false;
      time.after(ms, () => {
        over = true;
      });
      while (!over) {
        await turn();
        time.next();
      }
      await turn();
    },
  };
  await world.restart(null);
  return world;
};

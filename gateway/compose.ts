import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { createIntentHandlers } from "../intents/handlers.ts";
import { createBrowser } from "../runtime/browser/launch.ts";
import { actingHandlers } from "../runtime/engine/acting.ts";
import { armCrashPoints } from "../runtime/engine/crashPoints.ts";
import { wallTime } from "../runtime/engine/deadline.ts";
import { primitiveHandlers } from "../runtime/engine/primitives.ts";
import { createSealer } from "../runtime/engine/seal.ts";
import { createNetworkGuard } from "../runtime/guard/networkGuard.ts";
import type { Clock } from "../runtime/ports/clock.ts";
import type { Handlers } from "../runtime/ports/handler.ts";
import type { SecretSource } from "../runtime/ports/secrets.ts";
import { type Runtime, startRuntime } from "../runtime/runtime.ts";
import { loadDataKey } from "../storage/dataKey.ts";
import { openSqliteStorage } from "../storage/sqlite/index.ts";
import { environmentSecrets } from "./secrets.ts";

export interface OpenOptions {
  /** Where everything durable lives; created with mode 0700. Default `.holdfast`. */
  readonly dataDir?: string;
  /** The browser to use instead of the one that is found. */
  readonly browserPath?: string;
  readonly headless?: boolean;
  /** A Chromium that runs already, by the address of its debugging port; `docs/guarantee.md` says what holds then. */
  readonly connectOverCDP?: string;
  /** Where named secrets come from. Default: the environment. */
  readonly secrets?: SecretSource;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const systemClock: Clock = { ...wallTime, newId: () => randomUUID() };

/**
 * Opens a runtime on a data directory: takes its lock, decides what an earlier runtime left open, then serves.
 * Rejects with a RuntimeError: `dataDirectoryLocked` (with the owner's pid), `dataDirectoryCorrupt`, `journalFailed`.
 */
export const openRuntime = async (options: OpenOptions = {}): Promise<Runtime> => {
  const env = options.env ?? process.env;
  const dataDir = resolve(options.dataDir ?? ".holdfast");
  const reach = armCrashPoints(env["HOLDFAST_CRASH_AT"]);
  const storage = await openSqliteStorage({ dataDir, now: systemClock.now });
  try {
    const guard = createNetworkGuard(reach);
    const handlers: Handlers = { ...primitiveHandlers, ...actingHandlers, ...createIntentHandlers() };
    return await startRuntime({
      storage,
      clock: systemClock,
      sealer: createSealer(await loadDataKey({ dataDir, env })),
      secrets: options.secrets ?? environmentSecrets(env),
      guard,
      handlers,
      reach,
      browser: createBrowser({
        env,
        guard,
        ...(options.browserPath === undefined ? {} : { executablePath: options.browserPath }),
        ...(options.connectOverCDP === undefined ? {} : { connectOverCDP: options.connectOverCDP }),
        ...(options.headless === undefined ? {} : { headless: options.headless }),
      }),
    });
  } catch (error) {
    await storage.close();
    throw error;
  }
};

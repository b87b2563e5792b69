import { randomUUID } from "node:crypto";
import { createNetworkGuard } from "../runtime/guard/networkGuard.ts";
import { openSqliteStorage } from "../storage/sqlite/index.ts";
import { type ChildMessage, childTaskSchema } from "./childMessages.ts";
import { runCommands } from "./claimScene.ts";
import { holdBrowser } from "./heldBrowser.ts";
import { holdPaused } from "./pausedScene.ts";

const say = (message: ChildMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

// A child whose parent is gone has nobody to kill it.
process.stdin.on("end", () => process.exit(0)).resume();

const task = childTaskSchema.parse(JSON.parse(process.argv[2] ?? ""));
const sessionId = randomUUID();
const storage = await openSqliteStorage({ dataDir: task.dataDir, now: Date.now });
const guard = createNetworkGuard(() => {});
const browser = await holdBrowser(task, guard, sessionId, (survivor) =>
  say({ said: "survivor", ...survivor }),
);
say({ said: "browser", pids: [...browser.pids] });
const scene = task.task === "paused" ? holdPaused : runCommands;
await scene({ task, guard, storage, browser, sessionId, say });

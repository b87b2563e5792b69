import { randomUUID } from "node:crypto";
import { createNetworkGuard } from "../runtime/guard/networkGuard.ts";
import { openSqliteStorage } from "../storage/sqlite/index.ts";
import { type ChildMessage, childTaskSchema } from "./childMessages.ts";
import { runCommands } from "./claimScene.ts";
import { holdBrowser } from "./heldBrowser.ts";
import { holdPaused } from "./pausedScene.ts";
import { endProcesses } from "./processes.ts";

const say = (message: ChildMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

const survivors: number[] = [];
// A child whose parent is gone has nobody to kill it, nor the browser it leaves; the signal of a terminal reaches both at once.
process.on("SIGINT", () => {});
process.stdin
  .on("end", () => {
    endProcesses(survivors);
    process.exit(0);
  })
  .resume();

const task = childTaskSchema.parse(JSON.parse(process.argv[2] ?? ""));
const sessionId = randomUUID();
const storage = await openSqliteStorage({ dataDir: task.dataDir, now: Date.now });
const guard = createNetworkGuard(() => {});
const browser = await holdBrowser(task, guard, sessionId, (survivor) => {
  survivors.push(survivor.pid);
  say({ said: "survivor", ...survivor });
});
say({ said: "browser", pids: [...browser.pids] });
const scene = task.task === "paused" ? holdPaused : runCommands;
await scene({ task, guard, storage, browser, sessionId, say });

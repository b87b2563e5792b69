// A runtime that holds a data directory until it is killed.
import { openSqliteStorage } from "../sqlite/index.ts";

await openSqliteStorage({ dataDir: process.argv[2] ?? "", now: Date.now });
process.stdout.write("open\n");
setInterval(() => {}, 60_000);

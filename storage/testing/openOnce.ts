// Opens a data directory and prints what came of it.
import { RuntimeError } from "../../runtime/contract/index.ts";
import { openSqliteStorage } from "../sqlite/index.ts";

try {
  const storage = await openSqliteStorage({ dataDir: process.argv[2] ?? "", now: Date.now });
  process.stdout.write("open\n");
  await storage.close();
} catch (error) {
  process.stdout.write(`${error instanceof RuntimeError ? error.code : String(error)}\n`);
}

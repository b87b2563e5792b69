// Accepts commands and prints each id once it is acknowledged, until it is killed or a write fails.
import { writeSync } from "node:fs";
import { RuntimeError } from "../../runtime/contract/index.ts";
import { openSqliteStorage } from "../sqlite/index.ts";
import { acceptedCommand, id } from "./samples.ts";

const [dataDir = "", envelopeBytes = "100"] = process.argv.slice(2);
const storage = await openSqliteStorage({ dataDir, now: Date.now });
const sealedEnvelope = new Uint8Array(Number(envelopeBytes)).fill(7);
try {
  for (let number = 1; ; number += 1) {
    await storage.journal.accept(acceptedCommand(number, { sealedEnvelope }));
    writeSync(1, `${id(number)}\n`);
  }
} catch (error) {
  const code = error instanceof RuntimeError ? error.code : String(error);
  const message = error instanceof Error ? error.message : "";
  const readable = (await storage.journal.unfinished()).length;
  const again = await storage.journal.accept(acceptedCommand(0, { sealedEnvelope })).then(
    () => "accepted",
    (failure: unknown) => (failure instanceof RuntimeError ? failure.message : String(failure)),
  );
  writeSync(1, `${JSON.stringify({ code, message, readable, again })}\n`);
}

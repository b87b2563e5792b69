import { readFile } from "node:fs/promises";
import { openRuntime, parseJob, runJob } from "../../gateway/index.ts";

/** A program that embeds the runtime, as users write it: a job file and a data directory come in, a result goes out. */
const [file = "", dataDir = ""] = process.argv.slice(2);
const parsed = parseJob(await readFile(file, "utf8"));
if ("fault" in parsed) throw new Error(parsed.fault.message);
const runtime = await openRuntime({ dataDir });
const result = await runJob(runtime, parsed.job);
await runtime.close();
process.stdout.write(`${JSON.stringify(result)}\n`);

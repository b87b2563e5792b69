// A runtime in a process of its own, so that the demo can kill it: registers one guest and says where it stands.
import { attemptRunner, beginAttempt, environmentSecrets, openRuntime } from "../gateway/index.ts";
import { fillForm, openForm, submitForm } from "./form.ts";

const [dataDir, url, name, email] = process.argv.slice(2);
if (dataDir === undefined || url === undefined || name === undefined || email === undefined) {
  throw new Error("usage: child.ts <dataDir> <url> <name> <email>");
}
const runtime = await openRuntime({ dataDir, secrets: environmentSecrets(process.env) });
const place = await beginAttempt(runtime, "local", email);
const run = attemptRunner(runtime, place);
for (const command of [openForm(url), fillForm(name, email), submitForm]) await run(command);
await runtime.close();

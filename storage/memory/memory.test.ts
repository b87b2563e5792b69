import { describeStorage } from "../contractSuite.ts";
import { startMs } from "../testing/samples.ts";
import { openMemoryStorage } from "./index.ts";

describeStorage("memory", async () => openMemoryStorage({ now: () => startMs }));

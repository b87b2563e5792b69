import { describeStorage } from "../contractSuite.ts";
import { startMs } from "../testing/samples.ts";
import { openMemoryStorage } from "./memory.ts";

describeStorage("memory", async () => openMemoryStorage({ now: () => startMs }));

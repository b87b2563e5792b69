import { describeStorage } from "../contractSuite.ts";
import { temporaryDirectory } from "../testing/directories.ts";
import { startMs } from "../testing/samples.ts";
import { openSqliteStorage } from "./index.ts";

describeStorage("sqlite", async () =>
  openSqliteStorage({ dataDir: await temporaryDirectory(), now: () => startMs }),
);

#!/usr/bin/env node
// The `holdfast` command. In the repository the TypeScript sources run as they are.
import { register } from "tsx/esm/api";

register();
const { main } = await import("../gateway/cli/main.ts");
process.exitCode = await main(process.argv);

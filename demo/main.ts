// The main job as a story in three parts; every number is read from the fixture server's own log.
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { startFixtureServer } from "../fixtures/server.ts";
import { table, title } from "./say.ts";
import {
  killedAfterSending,
  killedBeforeSending,
  type Stage,
  type StoryResult,
  undisturbed,
} from "./stories.ts";

const stories = [
  ["1. A registration, undisturbed", undisturbed],
  ["2. A registration whose runtime is killed after the request left", killedAfterSending],
  ["3. A registration whose runtime is killed before anything was sent", killedBeforeSending],
] as const;

const dataDir = resolve(".holdfast", "demo");
await rm(dataDir, { recursive: true, force: true });
const site = await startFixtureServer();
const stage: Stage = { site, dataDir, env: process.env };
const results: StoryResult[] = [];
try {
  for (const [name, story] of stories) {
    title(name);
    results.push(await story(stage));
  }
} finally {
  await site.close();
}

title("What happened");
table([
  ["job", "killed at", "verdict", "submissions at the server"],
  ...results.map(({ job, killedAt, verdict, submissions }) => [job, killedAt, verdict, String(submissions)]),
]);
const kept = results.length === stories.length && results.every((result) => result.kept);
title(
  kept
    ? "Every registration reached the server exactly once, and every verdict is true."
    : "The promise was broken.",
);
process.exitCode = kept ? 0 : 1;

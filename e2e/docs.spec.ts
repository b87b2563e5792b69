import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { type Block, blocksOf, shownPattern } from "./support/guide.ts";
import { freshRun, runHoldfast, test } from "./support/stage.ts";

const written = "127.0.0.1:4173";

/** A shell that runs a block's commands, in a process group of its own as a terminal gives it. */
const startShell = (script: string, cwd: string) => {
  // A test worker forces colours on what it starts; a reader's `$(...)` has none.
  const { FORCE_COLOR: _, ...env } = process.env;
  const child = spawn("bash", ["-c", script], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const closed = once(child, "close");
  return {
    output: () => output,
    signal: (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name),
    ended: async () => {
      await closed;
      return output;
    },
    /** Settles when the output holds it; the child's end before that is a failure. */
    says: async (pattern: RegExp) => {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        const more = await Promise.race([
          once(child.stdout, "data"),
          once(child.stderr, "data"),
          closed.then(() => null),
        ]);
        if (more === null && !pattern.test(output)) throw new Error(`ended without ${pattern}: ${output}`);
      }
    },
  };
};

/** A folder in which `npx holdfast` works as it does in the repository, with a `.holdfast` of its own. */
const makeFolder = async (directory: string): Promise<string> => {
  const folder = join(directory, "work");
  await mkdir(join(folder, "node_modules", ".bin"), { recursive: true });
  await symlink(resolve("bin/holdfast.mjs"), join(folder, "node_modules", ".bin", "holdfast"));
  return folder;
};

const fileNamedIn = (before: string): string => {
  const name = [...before.matchAll(/`([a-z]+\.yaml)`/g)].at(-1)?.[1];
  if (name === undefined) throw new Error(`no file is named before a YAML block: ${before}`);
  return name;
};

const guide = blocksOf(await readFile("docs/first-job.md", "utf8"));

test("the guide to the first job works as it is written", async ({ dataDir }) => {
  test.setTimeout(300_000);
  const folder = await makeFolder(dataDir);
  const [site, ...blocks] = guide;
  expect(site).toMatchObject({ language: "sh", role: "site", text: "npm run fixtures\n" });
  const server = startShell("npm run fixtures -- --port 0", process.cwd());
  try {
    const [, address = ""] = await server.says(
      /Fixture sites at http:\/\/(127\.0\.0\.1:\d+)\/.*(?:\n.*){8,}\n/,
    );
    const here = (text: string) => text.replaceAll(written, address);
    let exported = "";
    let shown = server.output();
    let running: { readonly block: Block; readonly shell: ReturnType<typeof startShell> } | null = null;

    for (const block of blocks) {
      const text = here(block.text);
      if (block.language === "yaml") await writeFile(join(folder, fileNamedIn(block.before)), text);
      if (block.language === "text") {
        if (shown === null) continue;
        expect(shown, block.text).toMatch(shownPattern(text));
      }
      if (block.language !== "sh") continue;
      exported += text.match(/^export .*\n/gm)?.join("") ?? "";
      const shell = startShell(exported + text, folder);
      if (block.role !== "") {
        await shell.says(/filled the form\n/);
        shown = shell.output();
        running = { block, shell };
        continue;
      }
      shown = await shell.ended();
      if (running === null) continue;
      if (running.block.role === "ctrl-c") {
        running.shell.signal("SIGINT");
        await running.shell.says(/stopping: /);
        running.shell.signal("SIGINT");
      }
      await running.shell.ended();
      running = null;
    }
  } finally {
    server.signal("SIGTERM");
    await server.ended();
  }
});

const readme = blocksOf(await readFile("README.md", "utf8"));

test("the README opens with the two commands that set everything up", () => {
  expect(readme[0]).toMatchObject({ language: "sh", before: "# Holdfast\n\n" });
  expect(readme[0]?.text).toMatch(/^npm run demo .*\nnpm test .*\n$/);
});

test("the README's job file runs as it is written", async ({ site, dataDir }) => {
  const run = freshRun("readme");
  const text = readme.find(({ language }) => language === "yaml")?.text ?? "";
  const file = join(dataDir, "job.yaml");
  await writeFile(file, text.replaceAll(`http://${written}`, `${site.url}/r/${run}`));
  const { code, stdout } = await runHoldfast(["run", file, "--data", join(dataDir, "data"), "--json"]);
  expect(code, stdout).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "applied", extracted: { reference: "R-000001" } });
  expect(site.submissions(run)).toMatchObject([{ fields: { fullName: "Ada Lovelace", plan: "standard" } }]);
});

test("the README lists every field of a result and every option of run", async ({ dataDir }) => {
  const text = await readFile("README.md", "utf8");
  const { stdout: help } = await runHoldfast(["run", "--help"]);
  const options = [...help.matchAll(/^ {2}(--[a-z]+)/gm)].map(([, option]) => option);
  expect(options).toHaveLength(6);
  for (const option of options) expect(text).toMatch(new RegExp(`^\\| \`${option}[ \`]`, "m"));
  const file = join(dataDir, "job.yaml");
  await writeFile(file, readme.find(({ language }) => language === "yaml")?.text ?? "");
  const flags = ["--data", join(dataDir, "data"), "--browser", "/no/such/browser", "--json"];
  const { stdout } = await runHoldfast(["run", file, ...flags]);
  for (const field of Object.keys(JSON.parse(stdout)))
    expect(text).toMatch(new RegExp(`^\\| .*\`${field}\``, "m"));
});

test("the README's program runs as it is written", async ({ site, dataDir }) => {
  const run = freshRun("readme");
  const program = readme.find(({ language }) => language === "ts")?.text ?? "";
  expect(program.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  const file = join(dataDir, "program.mts");
  const here = program
    .replace('from "holdfast"', `from "${resolve("gateway/index.ts")}"`)
    .replaceAll(`http://${written}`, `${site.url}/r/${run}`)
    .replaceAll('".holdfast"', JSON.stringify(join(dataDir, "data")));
  await writeFile(file, here);
  const script = `export PORTAL_PASSWORD=secret\nnode bin/run.mjs ${file}`;
  expect(await startShell(script, process.cwd()).ended()).toBe("completed\ncompleted\ncompleted\n");
  expect(site.submissions(run)).toHaveLength(1);
});

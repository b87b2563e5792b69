import { readFile } from "node:fs/promises";
import { Command, CommanderError } from "commander";
import { RuntimeError } from "../../runtime/contract/index.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { openRuntime } from "../compose.ts";
import { parseJob } from "../job/jobFile.ts";
import { exitCodeOf, type JobResult, verdictOf } from "../job/jobResult.ts";
import { runJob } from "../job/runJob.ts";
import { environmentSecrets, fileSecrets } from "../secrets.ts";

const principal = "local";
const out = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

interface RunFlags {
  readonly data: string;
  readonly json?: boolean;
  readonly again?: boolean;
  readonly secrets?: string;
  readonly browser?: string;
  readonly headed?: boolean;
}

/** How long what runs may go on after the first signal, in milliseconds. */
const graceMs = 10_000;

/** The first SIGINT or SIGTERM lets the running command end and starts no other; the second ends the process at once. */
const heedSignals = (runtime: Runtime) => {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const drain = () => {
    stop();
    complain("stopping: the running step may end; a second signal ends it at once");
    void runtime.drain(graceMs).catch((error: unknown) => complain(String(error)));
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, drain);
  };
  for (const signal of signals) process.on(signal, drain);
  return { stop };
};

const withRuntime = async <T>(
  flags: Omit<RunFlags, "json" | "again">,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> => {
  const secrets =
    flags.secrets === undefined
      ? environmentSecrets(process.env)
      : await fileSecrets(flags.secrets, process.env);
  const runtime = await openRuntime({
    dataDir: flags.data,
    secrets,
    headless: flags.headed !== true,
    ...(flags.browser === undefined ? {} : { browserPath: flags.browser }),
  });
  const heed = heedSignals(runtime);
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
    heed.stop();
  }
};

const tell = (result: JobResult) => {
  out(`${result.verdict}: ${result.reason}`);
  for (const [name, value] of Object.entries(result.extracted)) out(`${name}: ${value ?? "(not found)"}`);
  for (const item of result.evidence) {
    if (item.kind === "screenshot" && item.path !== undefined) out(`screenshot ${item.moment}: ${item.path}`);
  }
  if (result.verdict === "needsReconciliation") {
    out(`look at the site, then: holdfast resolve ${result.workflowId} --applied | --not-applied`);
  }
};

const run = async (file: string, flags: RunFlags): Promise<number> => {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    complain(`${file}: cannot be read`);
    return 2;
  }
  const parsed = parseJob(text);
  if ("fault" in parsed) {
    complain(`${file}:${parsed.fault.line}: ${parsed.fault.message}`);
    return 2;
  }
  const say = flags.json === true ? () => {} : out;
  const result = await withRuntime(flags, (runtime) =>
    runJob(runtime, parsed.job, { principal, again: flags.again === true, say }),
  );
  if (flags.json === true) out(JSON.stringify(result));
  else tell(result);
  return exitCodeOf(result);
};

const recover = async (flags: RunFlags): Promise<number> => {
  const open = await withRuntime(flags, (runtime) => runtime.unresolved(principal));
  for (const { workflowId, commandId, shown, outcome } of open) {
    const reason = outcome !== null && "error" in outcome ? outcome.error.message : "";
    out(
      flags.json === true
        ? JSON.stringify({ workflowId, commandId, command: JSON.parse(shown), reason })
        : `${workflowId}  ${reason}`,
    );
  }
  if (open.length === 0 && flags.json !== true) out("nothing needs reconciliation");
  return open.length === 0 ? 0 : 3;
};

interface ResolveFlags extends RunFlags {
  readonly applied?: boolean;
  readonly notApplied?: boolean;
  readonly probe?: string;
  readonly shows?: string;
  readonly showsNot?: string;
  readonly evidence: readonly string[];
  readonly note: string;
  readonly by: string;
}

const shows = (text: string) => ({ text: { matcher: { contains: text } } });

/** What the flags say was found, or ask to look for; null when they say neither or more than one. */
const findingOf = ({ applied, notApplied, probe, shows: yes, showsNot: no }: ResolveFlags) => {
  if (probe !== undefined) {
    if (applied === true || notApplied === true || yes === undefined) return null;
    return {
      probe: { url: probe, applied: shows(yes), ...(no === undefined ? {} : { notApplied: shows(no) }) },
    };
  }
  if ((applied === true) === (notApplied === true)) return null;
  return { verdict: applied === true ? ("applied" as const) : ("notApplied" as const) };
};

const resolve = async (workflowId: string, flags: ResolveFlags): Promise<number> => {
  const finding = findingOf(flags);
  if (finding === null) {
    complain("say --applied, or --not-applied, or --probe <url> with --shows <text>");
    return 2;
  }
  return withRuntime(flags, async (runtime) => {
    const { commands } = await runtime.timeline(principal, workflowId);
    const open = commands.find(({ command }) => command.phase === "needsReconciliation");
    if (open === undefined) {
      complain("nothing of this workflow needs reconciliation");
      return 1;
    }
    const { commandId } = open.command;
    const { by, note, evidence } = flags;
    const grounds = { commandId, by, note, evidenceRefs: [...evidence] };
    const outcome = await runtime.resolve(principal, workflowId, { ...grounds, ...finding });
    out(`${commandId}: ${verdictOf(outcome)}`);
    return outcome.status === "needsReconciliation" ? 3 : 0;
  });
};

/** The `holdfast` command; the number is the exit code. */
export const main = async (argv: readonly string[]): Promise<number> => {
  let code = 0;
  const program = new Command("holdfast").exitOverride();
  program.description("Submits web forms at most once and says truthfully what happened.");
  const common = (command: Command) =>
    command
      .option("--data <dir>", "the data directory", ".holdfast")
      .option("--json", "one line of JSON per result")
      .option("--browser <path>", "the browser to use");
  common(program.command("run <job.yaml>"))
    .description(
      "run a job, or continue it; exit code 0 done, 1 rejected or failed, 2 bad job file, 3 needs reconciliation",
    )
    .option("--again", "submit anew although this job was run before")
    .option("--secrets <file>", "a file of NAME=value lines")
    .option("--headed", "show the browser")
    .action(async (file: string, flags: RunFlags) => {
      code = await run(file, flags);
    });
  common(program.command("recover"))
    .description("list what needs reconciliation; exit code 3 when something does")
    .action(async (flags: RunFlags) => {
      code = await recover(flags);
    });
  common(program.command("resolve <workflowId>"))
    .description("say what became of a command that the runtime could not decide")
    .option("--applied", "it was applied")
    .option("--not-applied", "it was not applied")
    .option("--probe <url>", "read this page to find out; exit code 3 when it does not tell")
    .option("--shows <text>", "what the probe's page shows when it was applied")
    .option("--shows-not <text>", "what it shows when it was not")
    .option(
      "--evidence <commandId>",
      "a finished command that shows it; may be given again",
      (one: string, all: readonly string[]) => [...all, one],
      [] as readonly string[],
    )
    .option("--note <text>", "how you know", "")
    .option("--by <name>", "who says so", process.env["USER"] ?? "operator")
    .action(async (workflowId: string, flags: ResolveFlags) => {
      code = await resolve(workflowId, flags);
    });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof RuntimeError)) throw error;
    complain(`${error.code}: ${error.message}`);
    return 1;
  }
};

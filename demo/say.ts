import type { CommandOutcome, RecoveryDecision, Runtime } from "../gateway/index.ts";

export const say = (line: string) => process.stdout.write(`  ${line}\n`);
export const title = (line: string) => process.stdout.write(`\n${line}\n`);

const clock = (at: string) => at.slice(11, 23);

/** Every journal step of a workflow with its time. */
export const sayJournal = async (runtime: Runtime, principal: string, workflowId: string): Promise<void> => {
  const { commands } = await runtime.timeline(principal, workflowId);
  for (const { command, records } of commands) {
    say(`${command.kind} (${command.class})`);
    for (const { step, at } of records) say(`  ${clock(at)}  ${step}`);
  }
};

export const sayOutcome = async (
  runtime: Runtime,
  principal: string,
  outcome: CommandOutcome,
  reading: CommandOutcome,
): Promise<void> => {
  say(`outcome: ${outcome.status}, effect ${outcome.effect}`);
  for (const item of reading.evidence)
    if (item.kind === "extraction") say(`evidence: ${item.name} ${item.value}`);
  for (const item of outcome.evidence) {
    if (item.kind !== "screenshot") continue;
    const { path } = await runtime.artifact(principal, item.artifactId);
    say(`evidence: screenshot ${item.moment} ${path}`);
  }
};

/** The decision, and the receipts that say why. */
export const sayDecision = async (
  runtime: Runtime,
  principal: string,
  decision: RecoveryDecision,
): Promise<void> => {
  const { receipts } = await runtime.timeline(principal, decision.workflowId);
  for (const receipt of receipts.filter(({ class: c }) => c === "boundary")) {
    say(`recovery read the journal: last record "${receipt.lastPhase}" → ${receipt.verdict}`);
    for (const reason of receipt.reasons) say(`  because ${reason}`);
  }
  say(`decision: ${decision.decision}`);
  for (const reason of decision.reasons) say(`  ${reason}`);
};

export const table = (rows: readonly (readonly string[])[]): void => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
};

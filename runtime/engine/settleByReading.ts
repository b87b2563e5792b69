import type { Evidence, Probe } from "../contract/index.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { DispatchRecord, StoredCommand } from "../ports/storage.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { ExecutorParts } from "./executor.ts";
import { type ProbeResult, runProbe } from "./probe.ts";
import { envelopeOf, storageStateOf } from "./sealed.ts";
import { settleCommand } from "./settle.ts";

/** How long the page that an answer led to may take to show what was expected, in milliseconds. */
const lookMs = 15_000;

/** Where the site's answer sent the browser: the address a GET may read again. Null when it answered with a page of its own. */
export const answeredUrl = (dispatches: readonly DispatchRecord[]): string | null => {
  for (const { state, body } of dispatches.toReversed()) {
    const seen: unknown = state === "answered" ? JSON.parse(body) : null;
    if (typeof seen !== "object" || seen === null || !("location" in seen) || !("url" in seen)) continue;
    const { location, url } = seen;
    if (typeof location === "string" && typeof url === "string" && URL.canParse(location, url)) {
      return new URL(location, url).href;
    }
  }
  return null;
};

/** A question, who asks it, and on what grounds. */
interface Question {
  readonly probe: Probe;
  readonly what: string;
  readonly by: string;
  readonly evidenceRefs?: readonly string[];
}

/** Asks the site by reading, in a page that cannot send anything; a decisive answer settles the command. */
const ask = async (
  parts: ExecutorParts,
  sessions: SessionManager,
  command: StoredCommand,
  { probe, what, by, evidenceRefs = [] }: Question,
  deadline: Deadline,
): Promise<{ readonly isSettled: boolean; readonly reason: string; readonly evidence: Evidence }> => {
  const { storage, clock, sealer } = parts;
  const saved = await storage.checkpoints.forCommand(command.commandId);
  const { principal, sessionId, commandId } = command;
  const page = await sessions.scratchPage(deadline, principal, sessionId, storageStateOf(sealer, saved));
  let result: ProbeResult;
  try {
    const records = await storage.journal.records(commandId);
    const last = records.findLast(
      ({ step }) => step === "executing" || step === "verifying" || step === "dispatch",
    );
    const since = last === undefined ? clock.now() : Date.parse(last.at);
    result = await runProbe(page, probe, since, clock, deadline);
  } finally {
    await page.close();
  }
  const { verdict, evidence } = result;
  const reason = `${what}: ${result.reason}`;
  if (verdict === "undecided") return { isSettled: false, reason, evidence };
  await settleCommand(parts, command, {
    verdict,
    how: "probe",
    by,
    reason,
    evidence: [evidence],
    evidenceRefs,
  });
  return { isSettled: true, reason, evidence };
};

/** Settles a command by a probe that somebody gives after the event, or leaves it open. */
export const settleByProbe = async (
  parts: ExecutorParts,
  sessions: SessionManager,
  command: StoredCommand,
  given: {
    readonly probe: Probe;
    readonly by: string;
    readonly note: string;
    readonly evidenceRefs: readonly string[];
  },
  deadline: Deadline,
): Promise<void> => {
  const { probe, by, note, evidenceRefs } = given;
  const what = note === "" ? "the probe" : `the probe (${note})`;
  await ask(parts, sessions, command, { probe, what, by, evidenceRefs }, deadline);
};

/**
 * Tries to settle a command that needs reconciliation by reading alone: first where the site's own answer led, then by the
 * probe the command carries. Says what was found and why that did or did not settle it.
 */
export const settleByReading = async (
  parts: ExecutorParts,
  sessions: SessionManager,
  command: StoredCommand,
  deadline: Deadline,
): Promise<{ readonly reasons: string[]; readonly evidence: Evidence[] }> => {
  const { storage, sealer } = parts;
  const { input } = envelopeOf(sealer, command).command.input;
  const questions: Question[] = [];
  const url =
    command.outcome?.effect === "answered"
      ? answeredUrl(await storage.journal.dispatches(command.commandId))
      : null;
  if (url !== null && "expectedState" in input) {
    const probe = { url, applied: input.expectedState, timeoutMs: lookMs };
    questions.push({ probe, what: "where the answer led", by: "runtime" });
  }
  const carried = "probe" in input ? input.probe : undefined;
  if (carried !== undefined) questions.push({ probe: carried, what: "the probe", by: "runtime" });

  const reasons: string[] = [];
  const evidence: Evidence[] = [];
  for (const question of questions) {
    const answer = await ask(parts, sessions, command, question, deadline);
    reasons.push(answer.reason);
    evidence.push(answer.evidence);
    if (answer.isSettled) return { reasons, evidence };
  }
  if (carried !== undefined) return { reasons, evidence };
  const { outcome } = command;
  if (outcome !== null && "error" in outcome) reasons.unshift(outcome.error.message);
  return { reasons: [...reasons, "the command carries no probe"], evidence };
};

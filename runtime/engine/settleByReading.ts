import type { Evidence } from "../contract/index.ts";
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

/**
 * Tries to settle a command that needs reconciliation by reading alone, in a page that cannot send anything: first where the
 * site's own answer led, then by the probe the command carries. Says what was found and why that did or did not settle it.
 */
export const settleByReading = async (
  parts: ExecutorParts,
  sessions: SessionManager,
  command: StoredCommand,
  deadline: Deadline,
): Promise<{ readonly reasons: string[]; readonly evidence: Evidence[] }> => {
  const { storage, clock, sealer } = parts;
  const { input } = envelopeOf(sealer, command).command.input;
  const reasons: string[] = [];
  const evidence: Evidence[] = [];

  const look = async (asked: Parameters<typeof runProbe>[1]): Promise<ProbeResult> => {
    const saved = await storage.checkpoints.forCommand(command.commandId);
    const page = await sessions.scratchPage(
      deadline,
      command.principal,
      command.sessionId,
      storageStateOf(sealer, saved),
    );
    try {
      const records = await storage.journal.records(command.commandId);
      const last = records.findLast(
        ({ step }) => step === "executing" || step === "verifying" || step === "dispatch",
      );
      const since = last === undefined ? clock.now() : Date.parse(last.at);
      return await runProbe(page, asked, since, clock, deadline);
    } finally {
      await page.close();
    }
  };

  const settledBy = async (asked: Parameters<typeof runProbe>[1], what: string): Promise<boolean> => {
    const result = await look(asked);
    reasons.push(`${what}: ${result.reason}`);
    evidence.push(result.evidence);
    if (result.verdict === "undecided") return false;
    const { verdict, reason } = result;
    await settleCommand(parts, command, {
      verdict,
      how: "probe",
      by: "runtime",
      reason: `${what}: ${reason}`,
      evidence,
    });
    return true;
  };

  const url =
    command.outcome?.effect === "answered"
      ? answeredUrl(await storage.journal.dispatches(command.commandId))
      : null;
  if (url !== null && "expectedState" in input) {
    const applied = input.expectedState;
    const asked = { url, applied, timeoutMs: lookMs };
    if (await settledBy(asked, "where the answer led")) return { reasons, evidence };
  }
  if ("probe" in input && input.probe !== undefined) {
    await settledBy(input.probe, "the probe");
    return { reasons, evidence };
  }
  const { outcome } = command;
  if (outcome !== null && "error" in outcome) reasons.unshift(outcome.error.message);
  return { reasons: [...reasons, "the command carries no probe"], evidence };
};

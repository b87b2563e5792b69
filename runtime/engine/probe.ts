import type { Evidence, Observation, Probe } from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { PagePort } from "../ports/page.ts";
import { readCondition } from "./conditions.ts";
import { asRuntimeError } from "./outcomes.ts";
import { waitUntil } from "./waitUntil.ts";

export type ProbeVerdict = Extract<Evidence, { kind: "probe" }>["verdict"];

/**
 * A site may still be working on a request whose sender died; that it does not show the effect yet proves nothing.
 * So "not applied" counts only this long after the command's last record, in milliseconds (docs/decisions).
 */
export const notAppliedAfterMs = 30_000;

/** What the readings of a probe mean. Both states at once, or a page that did not load, decide nothing. */
export const probeVerdict = (seen: {
  readonly applied: boolean;
  readonly notApplied: boolean;
  readonly status: number | null;
  readonly sinceLastRecordMs: number;
}): { readonly verdict: ProbeVerdict; readonly reason: string } => {
  if (seen.status !== null && seen.status >= 400) {
    return { verdict: "undecided", reason: `the probe's page answered with status ${seen.status}` };
  }
  if (seen.applied && seen.notApplied) {
    return {
      verdict: "undecided",
      reason: "the page shows both what means applied and what means not applied",
    };
  }
  if (seen.applied) return { verdict: "applied", reason: "the probe's page shows that it was applied" };
  if (!seen.notApplied) return { verdict: "undecided", reason: "the probe's page shows neither" };
  return seen.sinceLastRecordMs < notAppliedAfterMs
    ? {
        verdict: "undecided",
        reason: "not applied so far, but the site may still be working on it: ask again later",
      }
    : { verdict: "notApplied", reason: "the probe's page shows that it was not applied" };
};

export interface ProbeResult {
  readonly verdict: ProbeVerdict;
  readonly reason: string;
  readonly evidence: Evidence;
}

/** Asks the site by reading a fresh page (GET only); `page` is closed by the caller. */
export const runProbe = async (
  page: PagePort,
  probe: Probe,
  lastRecordAt: number,
  clock: Clock,
  deadline: Deadline,
): Promise<ProbeResult> => {
  const limit = deadline.atMost(probe.timeoutMs);
  const evidence = (verdict: ProbeVerdict, observations: readonly Observation[]): Evidence => ({
    kind: "probe",
    observedAt: new Date(clock.now()).toISOString(),
    untrusted: true,
    verdict,
    url: probe.url,
    observations: observations.slice(0, 64),
  });
  try {
    const { status } = await page.goto(limit, probe.url, "domContentLoaded");
    const reader = {
      deadline: limit,
      read: (condition: Probe["applied"]) => readCondition(page, limit, condition),
    };
    const either =
      probe.notApplied === undefined ? probe.applied : { any: [probe.applied, probe.notApplied] };
    await waitUntil(reader, either, Math.max(0, limit.remaining() - 1_000));
    const applied = await readCondition(page, limit, probe.applied);
    const notApplied =
      probe.notApplied === undefined ? null : await readCondition(page, limit, probe.notApplied);
    const { verdict, reason } = probeVerdict({
      applied: applied.held,
      notApplied: notApplied?.held ?? false,
      status,
      sinceLastRecordMs: clock.now() - lastRecordAt,
    });
    return {
      verdict,
      reason,
      evidence: evidence(verdict, [...applied.observations, ...(notApplied?.observations ?? [])]),
    };
  } catch (error) {
    const reason = `the probe could not be carried out: ${asRuntimeError(error).message}`;
    return { verdict: "undecided", reason, evidence: evidence("undecided", []) };
  }
};

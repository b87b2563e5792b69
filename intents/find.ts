import { type IntentHints, RuntimeError } from "../runtime/contract/index.ts";
import type { CommandContext } from "../runtime/ports/handler.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import {
  fingerprintText,
  type Resolution,
  resolveAction,
  resolveField,
  toCandidateViews,
  toControlView,
} from "./resolve.ts";

interface Described {
  readonly purpose: string;
  readonly hints: IntentHints;
}

/** How long a control may take to appear, in milliseconds: conditional fields and late scripts. */
const appearMs = 3_000;
const pollMs = 150;

const record = (
  context: CommandContext,
  purpose: string,
  resolution: Resolution,
  controls: readonly ControlDescriptor[],
) => {
  const winner = resolution.kind === "found" ? resolution.winner : null;
  context.evidence({
    kind: "resolution",
    untrusted: true,
    purpose,
    target: winner === null ? null : toControlView(winner),
    fingerprint: winner === null ? null : context.fingerprint(fingerprintText(winner, controls)),
    candidates: toCandidateViews(resolution.scored),
    bestMatchAuthorized: resolution.kind === "found" && resolution.bestMatch,
  });
};

const refusal = (purpose: string, resolution: Exclude<Resolution, { kind: "found" }>) => {
  const candidates = toCandidateViews(resolution.scored).map((view) => ({ ...view }));
  return resolution.kind === "ambiguous"
    ? new RuntimeError("targetAmbiguous", `more than one control fits "${purpose}"`, {
        details: { candidates },
      })
    : new RuntimeError("targetNotFound", `no control fits "${purpose}"`, { details: { candidates } });
};

/** Resolves on the controls given, and while nothing fits, on what appears within a short time. */
const find = async (
  context: CommandContext,
  { purpose }: Described,
  known: readonly ControlDescriptor[] | null,
  resolve: (controls: readonly ControlDescriptor[]) => Resolution,
): Promise<ControlDescriptor> => {
  const limit = context.deadline.atMost(appearMs);
  let controls = known ?? (await context.page.controls(context.deadline));
  for (;;) {
    const resolution = resolve(controls);
    if (resolution.kind !== "notFound" || limit.passed()) {
      record(context, purpose, resolution, controls);
      if (resolution.kind === "found") return resolution.winner;
      throw refusal(purpose, resolution);
    }
    await limit.pause(pollMs);
    controls = await context.page.controls(context.deadline);
  }
};

export const findField = (
  context: CommandContext,
  described: Described,
  known: readonly ControlDescriptor[] | null = null,
): Promise<ControlDescriptor> =>
  find(context, described, known, (controls) =>
    resolveField(described.purpose, described.hints, controls, { matches: context.matches }),
  );

export const findAction = (context: CommandContext, described: Described): Promise<ControlDescriptor> =>
  find(context, described, null, (controls) =>
    resolveAction(described.purpose, described.hints, controls, {
      matches: context.matches,
      preferForms: context.filledForms,
    }),
  );

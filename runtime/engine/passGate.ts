import { type CommandEnvelope, RuntimeError } from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { CommandContext } from "../ports/handler.ts";
import type { Storage } from "../ports/storage.ts";
import { authorCheckpoint } from "./authorCheckpoint.ts";
import type { ReachPoint } from "./crashPoints.ts";
import { digestForm } from "./formDigest.ts";
import { changedFields, type GateAnswer, gate } from "./gate.ts";
import type { LivePage } from "./livePages.ts";
import type { Sealer } from "./seal.ts";

interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly reach: ReachPoint;
}

interface Passage {
  readonly envelope: CommandEnvelope;
  readonly live: LivePage;
  readonly deadline: Deadline;
  readonly context: CommandContext;
  readonly autoCheckpoint: boolean;
}

/** Saves the checkpoint if the runtime is to author it, asks the gate, and returns the checkpoint that opened it; throws what shut it. */
export const passGate = async (parts: Parts, passage: Passage): Promise<string> => {
  const { envelope, live, deadline, context } = passage;
  const { workflowId, attemptId, commandId } = envelope;
  const readForm = async () => digestForm(await live.page.formFields(deadline), parts.sealer);

  const form = await readForm();
  context.evidence({ kind: "formDigest", digest: form.digest, fields: form.fields.length });
  const filled = live.filledForm();
  if (filled !== null && filled.digest !== form.digest) {
    throw gateFailure({ open: false, code: "formChanged", fields: changedFields(filled, form) });
  }
  if (passage.autoCheckpoint) {
    const moment = { workflowId, attemptId, boundaryCommandId: commandId, live, form, deadline };
    const { checkpointId, restartUrl, currentUrl } = await authorCheckpoint(parts, moment);
    context.evidence({ kind: "checkpoint", checkpointId, restartUrl, currentUrl });
    parts.reach("boundary.checkpointSaved");
  }
  // Without one of its own, the attempt's newest is asked, so that the gate can say which field is another.
  const saved =
    (await parts.storage.checkpoints.forCommand(commandId)) ??
    (await parts.storage.checkpoints.latestOfAttempt(workflowId, attemptId));
  const answer = gate(saved, {
    workflowId,
    attemptId,
    sessionId: envelope.sessionId,
    pageId: live.pageId,
    commandId,
    form: await readForm(),
    now: new Date(parts.clock.now()).toISOString(),
  });
  if (saved === null || !answer.open) throw gateFailure(answer);
  return saved.checkpoint.checkpointId;
};

const gateFailure = (answer: GateAnswer): RuntimeError => {
  if (answer.open) return new RuntimeError("internal", "the gate opened without a checkpoint");
  switch (answer.code) {
    case "checkpointMismatch":
      return new RuntimeError(
        answer.code,
        answer.field === "checkpoint"
          ? "no checkpoint is saved for this command"
          : `the saved checkpoint names another ${answer.field}`,
        { details: { field: answer.field } },
      );
    case "checkpointExpired":
      return new RuntimeError(answer.code, "the checkpoint has expired");
    case "checkpointUsed":
      return new RuntimeError(answer.code, `the checkpoint was used by command ${answer.by}`);
    case "formChanged":
      return new RuntimeError(
        answer.code,
        `the form does not hold what it held: ${answer.fields.join(", ")}`,
        {
          details: { fields: [...answer.fields] },
        },
      );
  }
};

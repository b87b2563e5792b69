import { type Checkpoint, type CheckpointRequest, RuntimeError } from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { Storage } from "../ports/storage.ts";
import { authorCheckpoint } from "./authorCheckpoint.ts";
import { resolveRefs } from "./evidenceRefs.ts";
import { digestForm } from "./formDigest.ts";
import type { LivePage } from "./livePages.ts";
import { describeMatch, matchesText } from "./matchText.ts";
import { isFill } from "./replayable.ts";
import type { Sealer } from "./seal.ts";

interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

const mismatch = (field: string, says: string, found: string) =>
  new RuntimeError("checkpointMismatch", `the checkpoint says ${field} ${says}, the page has ${found}`, {
    details: { field },
  });

/** Throws when the page is not what the caller says of it. */
const checkPage = async (request: CheckpointRequest, live: LivePage, deadline: Deadline): Promise<void> => {
  const { url, title } = await live.page.facts(deadline);
  const { invariants } = request;
  for (const [field, says, found] of [
    ["currentUrl", request.currentUrl, url],
    ["invariants.url", invariants.url, url],
    ["invariants.title", invariants.title, title],
  ] as const)
    if (says !== undefined && says !== found) throw mismatch(field, `is "${says}"`, `"${found}"`);
  if (invariants.text.length === 0) return;
  const text = await live.page.visibleText(deadline);
  const missing = invariants.text.find((matcher) => !matchesText(matcher, text));
  if (missing !== undefined) throw mismatch("invariants.text", describeMatch(missing), "no such text");
};

/** Throws unless every input is a finished fill of this very page; others could not fill it again. */
const checkInputs = async (parts: Parts, principal: string, request: CheckpointRequest): Promise<void> => {
  for (const input of await resolveRefs(parts.storage.journal, principal, request.replayableInputs ?? [])) {
    if (input.pageId !== request.pageId || !isFill(input))
      throw new RuntimeError("checkpointMismatch", `${input.commandId} did not fill this page`, {
        details: { field: "replayableInputs" },
      });
  }
};

/**
 * Saves a checkpoint that a caller authored. It is checked against the live page and the runtime's own journal; nothing
 * of it is believed. Rejects with `checkpointMismatch` (naming the field) or `notFound`.
 */
export const saveCallersCheckpoint = async (
  parts: Parts,
  principal: string,
  request: CheckpointRequest,
  live: LivePage,
  deadline: Deadline,
): Promise<Checkpoint> => {
  await resolveRefs(parts.storage.journal, principal, request.evidenceRefs);
  await checkInputs(parts, principal, request);
  await checkPage(request, live, deadline);
  const { workflowId, attemptId, boundaryCommandId, lifetimeMs } = request;
  const form = digestForm(await live.page.formFields(deadline), parts.sealer);
  return authorCheckpoint(
    parts,
    { workflowId, attemptId, boundaryCommandId, live, form, deadline },
    {
      lifetimeMs,
      text: request.invariants.text,
      evidenceRefs: request.evidenceRefs,
      ...(request.restartUrl === undefined ? {} : { restartUrl: request.restartUrl }),
      ...(request.replayableInputs === undefined ? {} : { replayableInputs: request.replayableInputs }),
    },
  );
};

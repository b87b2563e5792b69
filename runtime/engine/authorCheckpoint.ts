import { type Checkpoint, type FormDigest, limits } from "../contract/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { Storage } from "../ports/storage.ts";
import type { LivePage } from "./livePages.ts";
import { fillsSinceNavigation } from "./replayable.ts";
import type { Sealer } from "./seal.ts";
import { sealStorageState } from "./sealed.ts";

interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** The command a checkpoint is taken for, and the page it is taken over. */
export interface CheckpointMoment {
  readonly workflowId: string;
  readonly attemptId: string;
  readonly boundaryCommandId: string;
  readonly live: LivePage;
  readonly form: FormDigest;
  readonly deadline: Deadline;
}

/** What a caller wants otherwise than the runtime would author it; checked before it comes here. */
export interface Wishes {
  readonly restartUrl?: string;
  readonly text?: Checkpoint["invariants"]["text"];
  readonly replayableInputs?: readonly string[];
  readonly evidenceRefs?: readonly string[];
  /** How long it stays usable, in milliseconds. */
  readonly lifetimeMs?: number;
}

/**
 * Authors and saves the pre-action checkpoint from the live page, which only the runtime sees (DESIGN §6, autoCheckpoint).
 * Rejects when it cannot be saved; the command then fails rather than run unprotected.
 */
export const authorCheckpoint = async (
  parts: Parts,
  moment: CheckpointMoment,
  wishes: Wishes = {},
): Promise<Checkpoint> => {
  const { workflowId, attemptId, boundaryCommandId, live, form, deadline } = moment;
  const { url, title } = await live.page.facts(deadline);
  const inputs =
    wishes.replayableInputs ??
    fillsSinceNavigation(await parts.storage.journal.commandsOfPage(live.pageId)).map(
      (command) => command.commandId,
    );
  const now = parts.clock.now();
  const checkpoint: Checkpoint = {
    checkpointId: parts.clock.newId(),
    workflowId,
    attemptId,
    sessionId: live.sessionId,
    pageId: live.pageId,
    boundaryCommandId,
    recoveryClass: "boundary",
    restartUrl: wishes.restartUrl ?? live.record().restartUrl,
    currentUrl: url,
    invariants: { url, title, form, text: [...(wishes.text ?? [])] },
    replayableInputs: [...inputs],
    evidenceRefs: [...(wishes.evidenceRefs ?? [])],
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + (wishes.lifetimeMs ?? limits.checkpointLifetimeMs)).toISOString(),
  };
  const state = await live.storageState(deadline);
  const sealed = sealStorageState(parts.sealer, checkpoint.checkpointId, state);
  await parts.storage.checkpoints.save(checkpoint, sealed);
  return checkpoint;
};

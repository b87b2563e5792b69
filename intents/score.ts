import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { scoreAction } from "./actionScore.ts";
import { isAction, type Score, type ScoreContext } from "./candidate.ts";
import { scoreField } from "./fieldScore.ts";
import { readPurpose } from "./text/purpose.ts";

/**
 * How well one control fits a purpose, from 0 to 1, and why. Pure. Hints are constraints: a candidate that misses one is
 * excluded with the reason, as are hidden, disabled and read-only ones.
 */
export const scoreCandidate = (
  purpose: string,
  hints: IntentHints,
  candidate: ControlDescriptor,
  context: ScoreContext,
): Score =>
  isAction(candidate)
    ? scoreAction(readPurpose(purpose, "action"), hints, candidate, context)
    : scoreField(readPurpose(purpose, "field"), hints, candidate, context);

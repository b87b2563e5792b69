import { type BehaviourName, behaviours, type ServerBehaviour } from "./behaviours.ts";
import type { Cell } from "./cells.ts";
import { type Stage, stageOf } from "./points.ts";

export type Verdict = "applied" | "notApplied" | "notSent" | "needsReconciliation";

/** What recovery reads from the journal; `stored` also when the submit had ended and there was nothing to decide. */
export type Ruling = "notSent" | "unknown" | "reverify" | "finish" | "stored";

/**
 * Why a crash point is not reached while the submit runs, or null. It may be reached later, when the runtime closes and ends
 * the request that is still out: by then the outcome is stored.
 */
export const outOfReach = ({ point, behaviour }: Pick<Cell, "point" | "behaviour">): string | null => {
  const stage = stageOf(point);
  const needsAnswer = stage === "answered" || stage === "settled";
  return needsAnswer && behaviours[behaviour].answers === "never" ? "no answer comes" : null;
};

const rulings: Readonly<Record<Stage, readonly Ruling[]>> = {
  unsent: ["notSent"],
  recorded: ["unknown"],
  leaving: ["unknown"],
  answered: ["unknown"],
  settled: ["reverify"],
  clicked: ["notSent", "unknown", "reverify"],
  resultPrepared: ["finish"],
  ended: ["stored"],
};

/** What recovery may read from the journal in a cell (DESIGN §7). */
export const rulingsOf = (cell: Cell): readonly Ruling[] => {
  if (outOfReach(cell) !== null) return ["stored"];
  const stage = stageOf(cell.point);
  const { answers } = behaviours[cell.behaviour];
  // A cut connection is on record as failed, which is no answer; so the request may have been acted upon.
  if (stage === "settled" && answers === "cut") return ["unknown"];
  if (stage === "clicked" && (answers === "cut" || answers === "never")) return ["notSent", "unknown"];
  return rulings[stage];
};

/** How many requests the server has had in the end: what was not sent is sent once, what may have been is left alone. */
export const receivedAfter = (ruling: Ruling, stage: Stage): readonly number[] => {
  if (ruling !== "unknown") return [1];
  if (stage === "recorded") return [0];
  return stage === "leaving" || stage === "clicked" ? [0, 1] : [1];
};

/** A probe that sees the effect has the last word; one that does not see it has to wait (docs/decisions/0002). */
const asked = (probe: boolean, accepted: number): Verdict =>
  probe && accepted > 0 ? "applied" : "needsReconciliation";

/** The one verdict that is both true and as decisive as the design says. */
export const verdictAfter = (
  ruling: Ruling,
  behaviour: BehaviourName,
  probe: boolean,
  accepted: number,
): Verdict => {
  const { live, answers }: ServerBehaviour = behaviours[behaviour];
  if (ruling === "unknown") return asked(probe, accepted);
  // Where a redirect led can be read again; any other answer is gone.
  if (ruling === "reverify") return answers === "redirect" ? "applied" : asked(probe, accepted);
  return live === "needsReconciliation" ? asked(probe, accepted) : live;
};

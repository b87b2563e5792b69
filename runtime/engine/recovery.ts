import {
  type CommandClass,
  type CommandPhase,
  type Coverage,
  type DispatchState,
  type Effect,
  isTerminal,
  type RecoveryVerdict,
} from "../contract/index.ts";

/** What the journal says of a command that has no answer. */
export interface Interrupted {
  readonly class: CommandClass;
  readonly lastPhase: CommandPhase;
  /** The last known state of each request the command let out. */
  readonly dispatches: readonly DispatchState[];
  /** Null when the command never reached `executing`. */
  readonly coverage: Coverage | null;
}

export interface RecoveryRuling {
  readonly verdict: RecoveryVerdict;
  readonly effect: Effect;
  readonly reasons: readonly string[];
}

const afterExecuting = ({ dispatches, coverage }: Interrupted): RecoveryRuling => {
  if (dispatches.some((state) => state === "dispatched" || state === "failed")) {
    return {
      verdict: "unknown",
      effect: "unknown",
      reasons: ["a request was let out and no answer was recorded: it may have reached the site"],
    };
  }
  if (dispatches.includes("answered")) {
    return {
      verdict: "reverify",
      effect: "answered",
      reasons: ["the site answered the request: it is never sent again, only looked up"],
    };
  }
  // A degraded guard may have missed a request, so neither silence nor a refusal proves anything.
  if (coverage === null || coverage.state === "degraded") {
    const why = coverage === null ? "not recorded" : coverage.reasons.join(", ");
    return {
      verdict: "unknown",
      effect: "unknown",
      reasons: [
        "the page may have been touched",
        `the network guard was degraded (${why}): no record is no proof`,
      ],
    };
  }
  return {
    verdict: "notSent",
    effect: "notSent",
    reasons: [
      dispatches.length > 0
        ? "every request was refused before it was sent"
        : "the guard saw everything that could leave the browser, and let nothing out",
    ],
  };
};

/** What became of a command whose runtime, browser or page died: the table of DESIGN §7, row by row. */
export const decideRecovery = (command: Interrupted): RecoveryRuling => {
  if (isTerminal(command.lastPhase)) {
    return {
      verdict: "stored",
      effect: "none",
      reasons: ["the command had ended; its stored outcome stands"],
    };
  }
  if (command.lastPhase === "resultPrepared") {
    return {
      verdict: "finish",
      effect: "none",
      reasons: ["the result was prepared; it only had to be published"],
    };
  }
  if (command.class === "replayable") {
    return { verdict: "retry", effect: "none", reasons: ["the command only reads: it may run again"] };
  }
  if (command.lastPhase === "accepted" || command.lastPhase === "prepared") {
    return {
      verdict: "notSent",
      effect: "notSent",
      reasons: [`the last record is "${command.lastPhase}": the page had not been touched`],
    };
  }
  return afterExecuting(command);
};

import { type CommandEnvelope, commandEnvelopeSchema, limits, RuntimeError } from "../contract/index.ts";
import { parseRequest } from "./parseRequest.ts";

/** The envelope, checked in full before anything is journalled. `now`: milliseconds since the epoch. */
export const parseEnvelope = (input: unknown, now: number): CommandEnvelope => {
  const envelope = parseRequest(commandEnvelopeSchema, input);
  const deadline = Date.parse(envelope.deadline);
  if (deadline > now + limits.deadlineAheadMs) {
    throw new RuntimeError("invalidRequest", `/deadline: more than ${limits.deadlineAheadMs} ms ahead`, {
      pointer: "/deadline",
    });
  }
  return envelope;
};

/** For a command that is not known yet: one that is has an answer, however late it is asked for. */
export const refusePassedDeadline = ({ deadline }: CommandEnvelope, now: number): void => {
  if (Date.parse(deadline) <= now)
    throw new RuntimeError("deadlineExceeded", "the deadline had passed before the command began");
};

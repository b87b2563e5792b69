import type { WaitCondition } from "../contract/index.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { Reading } from "./conditions.ts";

interface Reader {
  readonly deadline: Deadline;
  read(condition: WaitCondition): Promise<Reading>;
}

const pollMs = 100;

/** Reads until the condition holds or `timeoutMs` (bounded by the deadline) is over; the last reading tells which. */
export const waitUntil = async (
  reader: Reader,
  condition: WaitCondition,
  timeoutMs: number,
): Promise<Reading> => {
  const limit = reader.deadline.atMost(timeoutMs);
  for (;;) {
    const reading = await reader.read(condition);
    if (reading.held || limit.passed()) return reading;
    await limit.pause(pollMs);
  }
};

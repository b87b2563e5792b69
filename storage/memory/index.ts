import type { Storage } from "../../runtime/ports/storage.ts";
import { memoryArtifacts } from "./artifacts.ts";
import { memoryCheckpoints } from "./checkpoints.ts";
import { memoryJournal } from "./journal.ts";
import { memoryReceipts } from "./receipts.ts";
import { memorySessions } from "./sessions.ts";
import { memoryWorkflows } from "./workflows.ts";

/** The reference implementation: the same rules, nothing durable. It takes what every storage takes and needs no clock. */
export const openMemoryStorage = (_options: { readonly now: () => number }): Storage => {
  const checkpoints = memoryCheckpoints();
  return {
    journal: memoryJournal(checkpoints),
    checkpoints,
    workflows: memoryWorkflows(),
    sessions: memorySessions(),
    receipts: memoryReceipts(),
    artifacts: memoryArtifacts(),
    close: async () => {},
  };
};

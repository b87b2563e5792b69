import { z } from "zod";
import { openSqliteStorage } from "../storage/sqlite/index.ts";
import type { JournalledCommand, JournalledRequest } from "./claim.ts";

const bodySchema = z.object({ method: z.string(), url: z.string() });

/** A command with the kind it was given. */
export interface ReadCommand extends JournalledCommand {
  readonly kind: string;
}

/** What the journal on disk says of the commands of one child, read as the next runtime would read it. */
export const readJournal = async (dataDir: string, workflowId: string): Promise<readonly ReadCommand[]> => {
  const { journal, close } = await openSqliteStorage({ dataDir, now: Date.now });
  try {
    const commands = await journal.commandsOfWorkflow(workflowId);
    return await Promise.all(
      commands.map(async ({ commandId, phase, coverage, kind }) => {
        const requests = new Map<string, JournalledRequest>();
        for (const { requestId, state, body } of await journal.dispatches(commandId)) {
          const { method, url } = bodySchema.parse(JSON.parse(body));
          requests.set(requestId, { method, path: new URL(url).pathname, state });
        }
        return { commandId, phase, coverage, kind, requests: [...requests.values()] };
      }),
    );
  } finally {
    await close();
  }
};

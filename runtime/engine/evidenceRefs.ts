import { isTerminal, RuntimeError } from "../contract/index.ts";
import type { Journal, StoredCommand } from "../ports/storage.ts";

/**
 * The commands that references mean, read from the journal. A missing, a foreign and an unfinished one get the same
 * answer, so that nobody learns by asking whether another's command exists.
 */
export const resolveRefs = async (
  journal: Pick<Journal, "command">,
  principal: string,
  refs: readonly string[],
): Promise<StoredCommand[]> => {
  const commands = await Promise.all(refs.map((commandId) => journal.command(commandId)));
  return commands.map((command, index) => {
    if (command === null || command.principal !== principal || !isTerminal(command.phase))
      throw new RuntimeError("notFound", `no finished command of yours is ${refs[index]}`);
    return command;
  });
};

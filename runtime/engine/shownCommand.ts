import type { Command } from "../contract/index.ts";

/** What a reader of the journal may see of a command: what it was for, never a value. */
export const shownCommand = ({ input: { kind, input } }: Command): string => {
  const purpose = "purpose" in input ? { purpose: input.purpose } : {};
  const fields =
    "fields" in input
      ? { fields: input.fields.map(({ name, purpose: what }) => ({ name, purpose: what })) }
      : {};
  return JSON.stringify({ kind, ...purpose, ...fields });
};

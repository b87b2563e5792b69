import { readFile, writeFile } from "node:fs/promises";

const file = new URL("../docs/guarantee.md", import.meta.url);

/** Replaces what stands between a table's two markers; throws when they are missing. */
export const replaceTable = (text: string, name: string, table: string): string => {
  const [begin, end] = [`<!-- prove:${name} -->`, `<!-- /prove:${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/guarantee.md has no place for the table "${name}"`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
};

export const writeTables = async (tables: Readonly<Record<string, string>>): Promise<void> => {
  const before = await readFile(file, "utf8");
  const after = Object.entries(tables).reduce(
    (text, [name, table]) => replaceTable(text, name, table),
    before,
  );
  await writeFile(file, after);
};

/** A call, the how-manieth of its name in its thread, and the path on the disk that it is about, if it is. */
export interface TracedCall {
  readonly name: string;
  readonly path: string | null;
  readonly count: number;
}

const decoded = (text: string) =>
  text.replace(/(\\x[0-9a-f]{2})+/g, (hex) => Buffer.from(hex.replaceAll("\\x", ""), "hex").toString("utf8"));

const pathIn = (rest: string, disk: string): string | null => {
  const text = decoded(rest);
  const at = text.indexOf(`${disk}/`);
  if (at < 0) return null;
  return text.slice(at + disk.length + 1).split(/[">]/)[0] ?? "";
};

const lineOf = (line: string) => {
  const [, thread = "", name = "", rest = ""] = /^(\d+)\s+(\w+)\((.*)$/s.exec(line) ?? [];
  return name === "" ? null : { thread, name, rest };
};

export const tracedCallsIn = (log: string, disk: string): TracedCall[] => {
  const counts = new Map<string, number>();
  return log.split("\n").flatMap((text) => {
    const line = lineOf(text);
    if (line === null) return [];
    const key = `${line.thread} ${line.name}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return [{ name: line.name, path: pathIn(line.rest, disk), count }];
  });
};

/** Where on the disk an error was injected first; null when nowhere. A killed process is killed at its last call. */
export const injectedPath = (log: string, disk: string, isKill: boolean): string | null => {
  const lines = log.split("\n");
  const hits = isKill
    ? lines.filter((_, index) => lines.slice(index + 1).some((line) => line.includes("killed by SIGKILL")))
    : lines.filter((line) => line.includes("(INJECTED)"));
  const begun = hits.filter((line) => lineOf(line) !== null);
  const hit = isKill ? begun.at(-1) : begun[0];
  return hit === undefined ? null : pathIn(hit, disk);
};

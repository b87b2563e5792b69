/** One finished system call as strace printed it. `begunAt`: how many others had finished when it began. */
export interface Syscall {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: string;
  readonly begunAt: number;
}

interface Begun {
  readonly text: string;
  readonly begunAt: number;
}

const finished = /^(\w+)\((.*)\)\s+= (.+)$/s;

const syscallOf = ({ text, begunAt }: Begun): Syscall => {
  const [, name, args, result] = finished.exec(text) ?? [];
  if (name === undefined || args === undefined || result === undefined)
    throw new Error(`not a line of strace: ${text.slice(0, 200)}`);
  // With -xx no string holds a comma.
  return { name, args: args === "" ? [] : args.split(", "), result, begunAt };
};

/** The calls in the order in which they finished; of a killed process those that it was in are left out. */
export const parseStrace = (text: string): Syscall[] => {
  const calls: Syscall[] = [];
  const open = new Map<string, Begun>();
  for (const line of text.split("\n")) {
    const [, pid = "", rest = ""] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    if (rest === "" || rest.startsWith("+++") || rest.startsWith("---")) continue;
    const begun = /^(.*?)(,?) *<unfinished \.\.\.>$/s.exec(rest);
    if (begun !== null) {
      open.set(pid, { text: `${begun[1] ?? ""}${begun[2] === "," ? ", " : ""}`, begunAt: calls.length });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    const earlier = resumed === null ? undefined : open.get(pid);
    open.delete(pid);
    const call = syscallOf({
      text: `${earlier?.text ?? ""}${resumed?.[1] ?? rest}`,
      begunAt: earlier?.begunAt ?? calls.length,
    });
    if (call.result !== "?") calls.push(call);
  }
  return calls;
};

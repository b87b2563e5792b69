const groups = ["check", "unit", "e2e"];
const usage = `usage: npm test -- [--only ${groups.join("|")}]`;

/**
 * @param {readonly string[]} args
 * @returns {{ only?: string, usage?: string }}
 */
export function parseArguments(args) {
  if (args.length === 0) return {};
  const [flag, group = "", ...rest] = args.flatMap((arg) => arg.split("=", 2));
  if (flag !== "--only" || rest.length > 0 || !groups.includes(group)) return { usage };
  return { only: group };
}

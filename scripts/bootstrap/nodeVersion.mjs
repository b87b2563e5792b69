const least = { major: 20, minor: 19 };

/**
 * @param {string} version e.g. "20.19.0"
 * @returns {string | undefined} what to do about it, or undefined if this Node is new enough
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > least.major || (major === least.major && minor >= least.minor)) return undefined;
  return `Holdfast needs Node ${least.major}.${least.minor} or newer and this is Node ${version}: install a newer Node and run this again.`;
}

import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Where a session may connect. Patterns: a host name (`example.com`), all below a domain (`*.example.com`), an address, or a
 * network (`10.0.0.0/8`). `deny` wins over `allow`; with `allow` given, nothing else is allowed.
 */
export interface EgressRules {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  /** Whether private and loopback addresses are allowed. */
  readonly privateNetworks: boolean;
}

/** Where an embedding program, the command line or a local agent drives: everything but what is never a site. */
export const operatorEgress: EgressRules = { privateNetworks: true };
/** For principals of a gateway: public addresses only. */
export const publicEgress: EgressRules = { privateNetworks: false };

export type EgressAnswer = { readonly allowed: true } | { readonly allowed: false; readonly rule: string };

const networks = (list: readonly string[]): BlockList => {
  const block = new BlockList();
  for (const network of list) {
    const [address = "", bits = ""] = network.split("/");
    block.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
  }
  return block;
};

// Link-local addresses hold cloud metadata services; the others below are no hosts at all.
const never = networks([
  "169.254.0.0/16",
  "fe80::/10",
  "fd00:ec2::254/128",
  "0.0.0.0/8",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "ff00::/8",
  "::/128",
]);
const privateRanges = networks([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "::1/128",
  "fc00::/7",
]);

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join(".");

/** The sixteen-bit groups of an IPv6 address in its canonical spelling. */
const groupsOf = (address: string): number[] => {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill("0"), ...right].map((group) => Number.parseInt(group, 16));
};

/** The IPv4 address an IPv6 address stands for (mapped, NAT64, 6to4), or null. */
export const embeddedIPv4 = (address: string): string | null => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address);
  const leadingZeros = a === 0 && b === 0 && c === 0 && d === 0;
  if (leadingZeros && ((e === 0 && f === 0xffff) || (e === 0xffff && f === 0))) return dotted(g, h);
  if (leadingZeros && e === 0 && f === 0 && (g !== 0 || h > 1)) return dotted(g, h);
  if (a === 0x64 && b === 0xff9b) return dotted(g, h);
  if (a === 0x2002) return dotted(b, c);
  return null;
};

const inList = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv6(address) ? "ipv6" : "ipv4");

const fits = (pattern: string, host: string, address: string): boolean => {
  if (pattern.includes("/")) return inList(networks([pattern]), address);
  if (isIPv4(pattern) || isIPv6(pattern)) return pattern === address;
  if (pattern.startsWith("*.")) return host.endsWith(pattern.slice(1));
  return host === pattern;
};

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$|\.$/g, "");

/** Whether one resolved address of a host may be connected to. `ownPorts` are the runtime's own, never a site. */
export const judgeAddress = (
  rules: EgressRules,
  target: { readonly host: string; readonly port: number; readonly address: string },
  ownPorts: ReadonlySet<number>,
): EgressAnswer => {
  const host = bare(target.host);
  const inner = isIPv6(target.address) ? embeddedIPv4(target.address) : null;
  const faces = inner === null ? [target.address] : [target.address, inner];
  const loopback = faces.some((face) => face.startsWith("127.") || face === "::1");
  if (loopback && ownPorts.has(target.port)) return { allowed: false, rule: "the runtime's own port" };
  for (const face of faces) {
    if (inList(never, face)) return { allowed: false, rule: "link-local, metadata and reserved addresses" };
    const denied = rules.deny?.find((pattern) => fits(pattern, host, face));
    if (denied !== undefined) return { allowed: false, rule: `deny ${denied}` };
  }
  if (rules.allow !== undefined) {
    const allowed = rules.allow.some((pattern) => fits(pattern, host, target.address));
    return allowed ? { allowed } : { allowed, rule: "not in the allow list" };
  }
  if (!rules.privateNetworks && faces.some((face) => inList(privateRanges, face))) {
    return { allowed: false, rule: "private networks" };
  }
  return { allowed: true };
};

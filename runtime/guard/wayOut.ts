import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { type EgressRules, judgeAddress } from "./egress.ts";
import { windowBytes } from "./proxyClient.ts";
import type { Endpoint } from "./proxyRequest.ts";
import { openUpstream } from "./upstream.ts";

/** The egress rules refused an address. */
export class Denied extends Error {
  readonly address: string;
  readonly rule: string;

  constructor(address: string, rule: string) {
    super(`${address}: ${rule}`);
    this.address = address;
    this.rule = rule;
  }
}

/** How the tether reaches the network: directly, every address checked, or through the session's own proxy. */
export interface WayOut {
  /** A connected socket; rejects with Denied, or when nothing could be reached (so nothing was sent). */
  connect(endpoint: Endpoint): Promise<Socket>;
  close(): Promise<void>;
}

interface Options {
  readonly egress: EgressRules;
  readonly upstream: string | null;
  readonly ownPorts: ReadonlySet<number>;
}

/** How long a connection may take to be established, in milliseconds. */
const connectMs = 30_000;

/** The addresses of a host, every one of them allowed. */
const vettedAddresses = async (endpoint: Endpoint, options: Options) => {
  const host = endpoint.host.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const addresses = family === 0 ? await lookup(host, { all: true }) : [{ address: host, family }];
  for (const { address } of addresses) {
    const answer = judgeAddress(options.egress, { host, port: endpoint.port, address }, options.ownPorts);
    if (!answer.allowed) throw new Denied(address, answer.rule);
  }
  return addresses;
};

const established = async (socket: Socket): Promise<Socket> => {
  socket.setTimeout(connectMs, () => socket.destroy(new Error("the connection was not established in time")));
  await once(socket, "connect");
  socket.setTimeout(0);
  return socket.setNoDelay(true);
};

/** `onReached` is told of every connection that was established. */
export const createWayOut = async (
  options: Options,
  onReached: (endpoint: Endpoint) => void,
): Promise<WayOut> => {
  const upstream = options.upstream === null ? null : await openUpstream(options.upstream);

  const direct = async (endpoint: Endpoint): Promise<Socket> => {
    const addresses = await vettedAddresses(endpoint, options);
    // The address that was checked is the one connected to: a name that resolves differently a moment later is of no use.
    const resolved: LookupFunction = (_host, lookupOptions, callback) => {
      const [first] = addresses;
      if (lookupOptions.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    };
    const target = {
      host: endpoint.host.replace(/^\[|\]$/g, ""),
      port: endpoint.port,
      lookup: resolved,
      highWaterMark: windowBytes,
    };
    return established(connect(target));
  };

  const reach = async (endpoint: Endpoint): Promise<Socket> => {
    const socket = await (upstream === null ? direct(endpoint) : upstream.connect(endpoint));
    onReached(endpoint);
    return socket;
  };

  return {
    connect: reach,
    close: async () => upstream?.close(),
  };
};

/** One header as it was sent, names and values in the bytes' own spelling (latin1). */
type Header = readonly [name: string, value: string];

/** The head of a request as a browser sends it to its proxy. */
export interface ProxyHead {
  readonly method: string;
  /** `host:port` of a CONNECT, an absolute address of any other request. */
  readonly target: string;
  readonly headers: readonly Header[];
}

/** Where a head ends (the index after its blank line), or -1 while it has not. Bare line feeds count, as in browsers. */
export const endOfHead = (bytes: Buffer, from = 0): number => {
  for (let at = bytes.indexOf(10, from); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
};

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The head in these bytes (everything up to and with its blank line), or null when they are none. */
export const parseHead = (bytes: Buffer): ProxyHead | null => {
  const [first = "", ...lines] = bytes.toString("latin1").trimEnd().split("\r\n");
  const [method = "", target = "", version, ...rest] = first.split(" ");
  if (!token.test(method) || target === "" || rest.length > 0) return null;
  if (version !== "HTTP/1.1" && version !== "HTTP/1.0") return null;
  const headers: Header[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0));
    if (!token.test(name)) return null;
    headers.push([name, line.slice(colon + 1).trim()]);
  }
  return { method, target, headers };
};

export const headerOf = ({ headers }: ProxyHead, name: string): string | undefined =>
  headers.find(([own]) => own.toLowerCase() === name)?.[1];

/**
 * How many bytes of body follow the head; null when that cannot be said from it. Browsers always say it to a plain
 * proxy (a body of unknown length needs HTTP/2), so chunks are not read here.
 */
export const bodyLengthOf = (head: ProxyHead): number | null => {
  if (headerOf(head, "transfer-encoding") !== undefined) return null;
  const said = headerOf(head, "content-length") ?? "0";
  return /^[0-9]{1,15}$/.test(said) ? Number(said) : null;
};

const betweenClientAndProxy = new Set(["connection", "proxy-authorization", "keep-alive"]);

/** The head as the site would have got it from the browser itself: same headers, same order, path instead of address. */
export const headForSite = (head: ProxyHead): Buffer => {
  const lines = head.headers
    .filter(([name]) => !betweenClientAndProxy.has(name.toLowerCase()))
    .map(([name, value]) =>
      name.toLowerCase() === "proxy-connection" ? `Connection: ${value}` : `${name}: ${value}`,
    );
  const path = head.target.replace(/^http:\/\/[^/?#]*/i, "");
  const first = `${head.method} ${path.startsWith("/") ? path : `/${path}`} HTTP/1.1`;
  return Buffer.from([first, ...lines, "", ""].join("\r\n"), "latin1");
};

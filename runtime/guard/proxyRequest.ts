import { timingSafeEqual } from "node:crypto";
import { headerOf, type ProxyHead } from "./proxyHead.ts";

/** Where a connection goes, before its name is resolved. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export const originOf = ({ host, port }: Endpoint): string => `${host.toLowerCase()}:${port}`;

/** The endpoint of a CONNECT request (`host:port`, IPv6 in brackets), or null. */
export const authorityOf = (authority: string): Endpoint | null => {
  const match = /^(\[[0-9a-f:.]+\]|[^[\]:@/\s]+):([0-9]{1,5})$/i.exec(authority);
  const port = Number(match?.[2]);
  return match?.[1] === undefined || port < 1 || port > 65_535 ? null : { host: match[1], port };
};

/** The endpoint an http or https address leads to. */
export const endpointOf = (url: string): Endpoint | null => {
  if (!URL.canParse(url)) return null;
  const { hostname, port, protocol } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return null;
  return { host: hostname, port: Number(port || (protocol === "https:" ? 443 : 80)) };
};

/** Whether a request to the proxy carries the session's credential; compared in constant time. */
export const carriesCredential = (head: ProxyHead, username: string, password: string): boolean => {
  const given = Buffer.from(headerOf(head, "proxy-authorization") ?? "");
  const own = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`);
  return given.length === own.length && timingSafeEqual(given, own);
};

/** An address as it goes over the wire. */
export const withoutFragment = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
};

import type { AllowedRequest, SessionPolicy } from "../contract/index.ts";

/** A request about to leave, as far as a rule looks at it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** The browser's word: Document, XHR, Fetch, Ping, Other. */
  readonly resourceType: string;
  /** Whether it follows a redirect of a request that was dispatched and answered. */
  readonly followsDispatch: boolean;
  /** Whether the page may only read: a probe, or a look at what became of a command. */
  readonly readOnly: boolean;
  /** Whether it is a form that a command which is no navigation made the page send; one sent by GET looks like a link. */
  readonly sendsForm: boolean;
}

export type RequestRuling =
  /** It can have no effect that the guard is for. */
  | "pass"
  /** Record it as dispatched, durably, before it goes. */
  | "dispatch"
  /** Nobody armed the boundary: record it, and let it go. */
  | "letGo"
  /** Nobody armed the boundary: it does not leave. */
  | "stop";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

export const isSafeMethod = (method: string): boolean => safeMethods.has(method.toUpperCase());

/** Whether an allow-list exempts a request; `*` stands for any text. Runs in linear time. */
export const isAllowed = (
  list: readonly AllowedRequest[],
  { method, url }: Pick<OutgoingRequest, "method" | "url">,
): boolean => list.some((entry) => (entry.methods?.includes(method) ?? true) && fitsPattern(entry.url, url));

const fitsPattern = (pattern: string, text: string): boolean => {
  const [first = "", ...rest] = pattern.split("*");
  if (!text.startsWith(first)) return false;
  if (rest.length === 0) return text === first;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const last = index === rest.length - 1;
    const found = last ? text.length - part.length : text.indexOf(part, at);
    if (found < at || (last && !text.endsWith(part))) return false;
    at = found + part.length;
  }
  return true;
};

/**
 * What becomes of a request (DESIGN §6, lock 4). While a boundary command is armed, whatever may change the world is
 * dispatched: every unsafe method, and the loading of a page, since a form may be sent by GET.
 */
export const ruleOnRequest = (
  request: OutgoingRequest,
  armed: boolean,
  policy: Pick<SessionPolicy, "unsafeRequests" | "allowRequests">,
): RequestRuling => {
  const navigation = request.resourceType === "Document";
  const unsafe = !isSafeMethod(request.method);
  if (request.readOnly) return unsafe ? "stop" : "pass";
  if (armed) {
    if (unsafe) return "dispatch";
    return navigation && !request.followsDispatch ? "dispatch" : "pass";
  }
  if (!unsafe && !(navigation && request.sendsForm)) return "pass";
  if (policy.unsafeRequests === "observe") return "letGo";
  if (policy.unsafeRequests === "strict") return isAllowed(policy.allowRequests, request) ? "letGo" : "stop";
  return navigation ? "stop" : "letGo";
};

import { describe, expect, test } from "vitest";
import type { UnsafeRequests } from "../contract/index.ts";
import { isAllowed, type OutgoingRequest, type RequestRuling, ruleOnRequest } from "./requestRules.ts";

const request = (
  method: string,
  resourceType: string,
  more: Partial<OutgoingRequest> = {},
): OutgoingRequest => ({
  method,
  resourceType,
  url: "https://site.test/api",
  followsDispatch: false,
  readOnly: false,
  sendsForm: false,
  ...more,
});

type Row = readonly [
  string,
  OutgoingRequest,
  armed: RequestRuling,
  forms: RequestRuling,
  strict: RequestRuling,
  observe: RequestRuling,
];

const table: readonly Row[] = [
  ["a form sent by POST", request("POST", "Document"), "dispatch", "stop", "stop", "letGo"],
  ["a form sent by POST in a frame", request("POST", "Document"), "dispatch", "stop", "stop", "letGo"],
  ["a page loaded by GET", request("GET", "Document"), "dispatch", "pass", "pass", "pass"],
  [
    "a frame loaded by GET, as a GET form does",
    request("GET", "Document"),
    "dispatch",
    "pass",
    "pass",
    "pass",
  ],
  [
    "a form sent by GET",
    request("GET", "Document", { sendsForm: true }),
    "dispatch",
    "stop",
    "stop",
    "letGo",
  ],
  [
    "where an answered POST redirects to",
    request("GET", "Document", { followsDispatch: true }),
    "pass",
    "pass",
    "pass",
    "pass",
  ],
  [
    "a POST that a 307 repeats",
    request("POST", "Document", { followsDispatch: true }),
    "dispatch",
    "stop",
    "stop",
    "letGo",
  ],
  ["a script's POST", request("POST", "XHR"), "dispatch", "letGo", "stop", "letGo"],
  ["a script's DELETE", request("DELETE", "Fetch"), "dispatch", "letGo", "stop", "letGo"],
  ["a method nobody knows", request("FROBNICATE", "Fetch"), "dispatch", "letGo", "stop", "letGo"],
  ["a beacon", request("POST", "Ping"), "dispatch", "letGo", "stop", "letGo"],
  ["a script's GET", request("GET", "XHR"), "pass", "pass", "pass", "pass"],
  ["a preflight", request("OPTIONS", "Other"), "pass", "pass", "pass", "pass"],
  ["HEAD in small letters", request("head", "XHR"), "pass", "pass", "pass", "pass"],
];

describe("what becomes of a request", () => {
  test.each(table)("%s", (_, outgoing, armed, forms, strict, observe) => {
    const under = (unsafeRequests: UnsafeRequests, isArmed = false) =>
      ruleOnRequest(outgoing, isArmed, { unsafeRequests, allowRequests: [] });
    expect(under("forms", true)).toBe(armed);
    expect(under("strict", true)).toBe(armed);
    expect([under("forms"), under("strict"), under("observe")]).toEqual([forms, strict, observe]);
  });

  test("a page that may only read sends nothing with an effect, whatever the policy and whoever is armed", () => {
    for (const unsafeRequests of ["forms", "strict", "observe"] as const) {
      const policy = { unsafeRequests, allowRequests: [{ url: "*" }] };
      for (const armed of [true, false]) {
        expect(ruleOnRequest(request("POST", "XHR", { readOnly: true }), armed, policy)).toBe("stop");
        expect(ruleOnRequest(request("GET", "Document", { readOnly: true }), armed, policy)).toBe("pass");
      }
    }
  });

  test.each([
    ["the same address", "https://site.test/api", undefined, true],
    ["another address", "https://site.test/api2", undefined, false],
    ["any text at the end", "https://site.test/*", undefined, true],
    ["any text in front", "*/api", undefined, true],
    ["any text in between", "https://*/api", undefined, true],
    ["parts in another order", "https://*api*site.test*", undefined, false],
    ["parts that would overlap", "https://site.test/api*api", undefined, false],
    ["its method", "*", ["PUT", "POST"], true],
    ["another method", "*", ["PUT"], false],
  ])("an allow-list names %s", (_, url, methods, allowed) => {
    const entry = methods === undefined ? { url } : { url, methods };
    expect(isAllowed([entry], request("POST", "XHR"))).toBe(allowed);
    const policy = { unsafeRequests: "strict" as const, allowRequests: [entry] };
    expect(ruleOnRequest(request("POST", "XHR"), false, policy)).toBe(allowed ? "letGo" : "stop");
  });
});

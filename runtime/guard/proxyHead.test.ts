import { describe, expect, test } from "vitest";
import { bodyLengthOf, endOfHead, headerOf, headForSite, parseHead } from "./proxyHead.ts";

const bytes = (...lines: readonly string[]): Buffer => Buffer.from(lines.join("\r\n"), "latin1");
const parsed = (...lines: readonly string[]) => {
  const head = parseHead(bytes(...lines, "", ""));
  if (head === null) throw new Error("no head");
  return head;
};

describe("the end of a head", () => {
  test.each([
    ["GET / HTTP/1.1\r\n\r\nbody", 18],
    ["GET / HTTP/1.1\n\nbody", 16],
    ["GET / HTTP/1.1\r\nA: b\r\n", -1],
    ["GET / HTTP/1.1\r\n\r", -1],
    ["", -1],
  ])("%j", (text, end) => {
    expect(endOfHead(Buffer.from(text))).toBe(end);
  });
});

describe("a head", () => {
  test("is read with its headers as they were sent", () => {
    const head = parsed(
      "POST http://site.test/a?b=1 HTTP/1.1",
      "Host: site.test",
      "X-Own:caf\u00e9 ",
      "content-length: 3",
    );
    expect(head).toMatchObject({ method: "POST", target: "http://site.test/a?b=1" });
    expect([headerOf(head, "x-own"), headerOf(head, "none"), bodyLengthOf(head)]).toEqual([
      "caf\u00e9",
      undefined,
      3,
    ]);
  });

  test.each([
    ["nothing"],
    ["GET /"],
    ["GET / HTTP/2"],
    ["GET / and more HTTP/1.1"],
    ["G(T / HTTP/1.1"],
    ["GET  HTTP/1.1"],
    ["GET / HTTP/1.1\r\nno colon"],
    ["GET / HTTP/1.1\r\nspace : a"],
    ["GET / HTTP/1.1\r\n: a"],
    ["\u0016\u0003\u0001"],
  ])("is not %j", (text) => {
    expect(parseHead(bytes(text, "", ""))).toBeNull();
  });

  test.each([
    ["Transfer-Encoding: chunked", null],
    ["Content-Length: -1", null],
    ["Content-Length: 1e3", null],
    ["Content-Length: 2, 2", null],
    ["Content-Length: 0", 0],
    ["Host: a", 0],
  ])("with %s has a body of %s bytes", (line, length) => {
    expect(bodyLengthOf(parsed("POST http://a/ HTTP/1.1", line))).toBe(length);
  });

  test("goes to the site as a browser would have sent it there, without what is the proxy's", () => {
    const head = parsed(
      "GET http://site.test:81?q=http://other/ HTTP/1.1",
      "Host: site.test:81",
      "Proxy-Connection: keep-alive",
      "Proxy-Authorization: Basic c2VjcmV0",
      "Cookie: caf\u00e9",
    );
    expect(headForSite(head).toString("latin1")).toBe(
      "GET /?q=http://other/ HTTP/1.1\r\nHost: site.test:81\r\nConnection: keep-alive\r\nCookie: caf\u00e9\r\n\r\n",
    );
  });
});

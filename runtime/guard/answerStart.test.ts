import { describe, expect, test } from "vitest";
import { answerStart } from "./answerStart.ts";

const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
const goOn = "HTTP/1.1 100 Continue\r\n\r\n";

describe("a final answer counts as received", () => {
  test.each([
    ["nothing", "", null],
    ["half a status line", "HTTP/1.1 20", null],
    ["half a head", "HTTP/1.1 200 OK\r\nContent-Len", null],
    ["a head without its blank line", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", null],
    ["a whole head", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", 0],
    ["a whole head with bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", 0],
    ["only an interim answer", goOn, null],
    ["several interim answers", goOn + hints, null],
    ["half an interim answer", "HTTP/1.1 103 Early Hi", null],
    ["an interim answer and half a head", `${hints}HTTP/1.1 200 OK`, null],
    [
      "interim answers and a whole head",
      `${goOn}${hints}HTTP/1.0 500 No\r\n\r\n`,
      goOn.length + hints.length,
    ],
    ["a status below 100", "HTTP/1.1 099 Odd\r\n\r\n", 0],
    ["bytes that are no HTTP", "220 mail.test ESMTP", 0],
    ["bytes that may become HTTP", "HT", null],
    ["half a head in small letters", "http/1.1 200 ok\r\ncontent-", null],
    ["half a head behind an empty line", "\r\nHTTP/1.1 200 OK\r\nConte", null],
    ["half a head without a slash", "HTTP 200 OK\r\nConte", null],
  ])("%s", (_, bytes, start) => {
    expect(answerStart(Buffer.from(bytes, "latin1"))).toBe(start);
  });
});

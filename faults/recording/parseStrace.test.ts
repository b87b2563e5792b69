import { expect, it } from "vitest";
import { parseStrace } from "./parseStrace.ts";

it("gives the calls in the order in which they finished, and says what had finished when each began", () => {
  const text = [
    "10 fsync(3</d/a> <unfinished ...>",
    '11 write(4</d/b>, "\\x41", 1) = 1',
    "10 <... fsync resumed>)              = 0",
    '10 mkdir("\\x2f", 0700)             = -1 EEXIST (File exists)',
    "",
  ].join("\n");
  expect(parseStrace(text)).toEqual([
    { name: "write", args: ["4</d/b>", '"\\x41"', "1"], result: "1", begunAt: 0 },
    { name: "fsync", args: ["3</d/a>"], result: "0", begunAt: 0 },
    { name: "mkdir", args: ['"\\x2f"', "0700"], result: "-1 EEXIST (File exists)", begunAt: 2 },
  ]);
});

it("joins the arguments of a call that was interrupted between two of them", () => {
  const text = '7 link("\\x61", <unfinished ...>\n7 <... link resumed>"\\x62") = 0';
  expect(parseStrace(text)).toEqual([
    { name: "link", args: ['"\\x61"', '"\\x62"'], result: "0", begunAt: 0 },
  ]);
});

it("leaves out signals, ends, and the call in which a process was killed", () => {
  const text = [
    "10 fsync(3</d/a> <unfinished ...>",
    "11 fsync(3</d/a>) = ?",
    "--- SIGCHLD {si_signo=SIGCHLD} ---",
    "10 --- SIGCHLD {si_signo=SIGCHLD} ---",
    "10 +++ killed by SIGKILL +++",
  ].join("\n");
  expect(parseStrace(text)).toEqual([]);
});

it("refuses what it does not understand", () => {
  expect(() => parseStrace("10 nonsense")).toThrow("not a line of strace: nonsense");
});

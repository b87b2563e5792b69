import { expect, test } from "vitest";
import { dispatchedOnce } from "./dispatchedOnce.ts";

const url = "http://site.test/done";

test("a dispatched request passes once, and again only when it was dispatched again", () => {
  const { expect: dispatch, isOpen, mayGo } = dispatchedOnce();
  const settled = dispatch("POST", `${url}#part`);
  expect([isOpen("POST", url), mayGo("POST", url), mayGo("POST", url)]).toEqual([true, true, false]);
  const settledAgain = dispatch("POST", url);
  expect([mayGo("POST", url), mayGo("POST", url)]).toEqual([true, false]);
  settled();
  settled();
  expect([isOpen("POST", url), mayGo("POST", url)]).toEqual([true, false]);
  settledAgain();
  expect([isOpen("POST", url), mayGo("POST", url)]).toEqual([false, true]);
});

test("what was never dispatched is not held, nor is another method or address", () => {
  const { expect: dispatch, isOpen, mayGo } = dispatchedOnce();
  dispatch("POST", url);
  mayGo("POST", url);
  expect([mayGo("GET", url), mayGo("POST", `${url}?a=1`), isOpen("GET", url)]).toEqual([true, true, false]);
});

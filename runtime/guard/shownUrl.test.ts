import { expect, test } from "vitest";
import { shownUrl } from "./shownUrl.ts";

test.each([
  ["https://site.test/a?x=1&y=2", "https://site.test/a?x=1&y=2"],
  ["https://site.test/a?access_token=abc&x=1", "https://site.test/a?access_token=redacted&x=1"],
  ["https://ada:pw@site.test/", "https://site.test/"],
  ["https://site.test/?password=p&PASSWORD=q", "https://site.test/?password=redacted&PASSWORD=redacted"],
  [
    "https://site.test/?code=1&sid=2&apiKey=3",
    "https://site.test/?code=redacted&sid=redacted&apiKey=redacted",
  ],
  ["https://site.test/?postcode=1&keyboard=2", "https://site.test/?postcode=1&keyboard=2"],
  ["not an address", "not an address"],
])("%s is shown as %s", (address, shown) => {
  expect(shownUrl(address)).toBe(shown);
});

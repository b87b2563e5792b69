import { describe, expect, test } from "vitest";
import { embeddedIPv4, judgeAddress, operatorEgress, publicEgress } from "./egress.ts";

const none = new Set<number>();
const judge = (rules: Parameters<typeof judgeAddress>[0], address: string, host = "site.test", port = 443) =>
  judgeAddress(rules, { host, port, address }, none);

describe("where a session may connect", () => {
  test.each([
    ["169.254.169.254"],
    ["fe80::1"],
    ["fd00:ec2::254"],
    ["::ffff:169.254.169.254"],
    ["64:ff9b::a9fe:a9fe"],
    ["2002:a9fe:a9fe::1"],
    ["0.0.0.0"],
    ["::"],
    ["224.0.0.1"],
    ["255.255.255.255"],
  ])("%s is never a site, whoever drives", (address) => {
    expect(judge(operatorEgress, address).allowed).toBe(false);
    expect(judge(publicEgress, address).allowed).toBe(false);
  });

  test.each([
    ["127.0.0.1"],
    ["127.9.9.9"],
    ["::1"],
    ["10.1.2.3"],
    ["172.16.0.1"],
    ["172.31.255.255"],
    ["192.168.1.1"],
    ["100.64.0.1"],
    ["fd12::1"],
    ["::ffff:7f00:1"],
    ["::ffff:10.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["2002:7f00:1::"],
    ["::7f00:1"],
  ])("%s is private: the operator reaches it, a gateway's principal does not", (address) => {
    expect(judge(operatorEgress, address)).toEqual({ allowed: true });
    expect(judge(publicEgress, address).allowed).toBe(false);
  });

  test.each([
    ["93.184.216.34"],
    ["2606:2800:220:1::1"],
    ["172.32.0.1"],
    ["100.128.0.1"],
    ["::ffff:93.184.216.34"],
  ])("%s is public", (address) => {
    expect(judge(publicEgress, address)).toEqual({ allowed: true });
  });

  test("the runtime's own ports are no site", () => {
    const target = { host: "localhost", port: 4000, address: "127.0.0.1" };
    expect(judgeAddress(operatorEgress, target, new Set([4000]))).toEqual({
      allowed: false,
      rule: "the runtime's own port",
    });
    expect(judgeAddress(operatorEgress, target, new Set([4001]))).toEqual({ allowed: true });
    const elsewhere = { ...target, address: "93.184.216.34" };
    expect(judgeAddress(operatorEgress, elsewhere, new Set([4000]))).toEqual({ allowed: true });
  });

  test.each([
    ["a host", { deny: ["site.test"] }, false],
    ["another host", { deny: ["other.test"] }, true],
    ["a domain", { deny: ["*.test"] }, false],
    ["a network", { deny: ["93.184.0.0/16"] }, false],
    ["an allowed host", { allow: ["site.test"] }, true],
    ["an allow list without it", { allow: ["other.test"] }, false],
    ["denied although allowed", { allow: ["site.test"], deny: ["93.184.216.34"] }, false],
  ])("rules: %s", (_, rules, allowed) => {
    expect(judge({ ...rules, privateNetworks: false }, "93.184.216.34").allowed).toBe(allowed);
  });

  test("a domain pattern does not fit the end of another name", () => {
    expect(judge({ privateNetworks: false, deny: ["*.test"] }, "93.184.216.34", "latest").allowed).toBe(true);
  });

  test("an IPv6 address that stands for no IPv4 address is taken as it is", () => {
    expect(embeddedIPv4("2606:2800:220:1::1")).toBeNull();
    expect(embeddedIPv4("::1")).toBeNull();
  });
});

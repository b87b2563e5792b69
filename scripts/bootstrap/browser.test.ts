import { expect, test } from "vitest";
import { ensureBrowser } from "./browser.mjs";
import { SetupError } from "./setupError.mjs";

const system = { path: "/usr/bin/chromium", source: "system" as const };
const playwrights = { path: "/cache/chrome", source: "playwright" as const };
const none = { missing: true as const, tried: ["/usr/bin/chromium"], reason: "none is installed" };

type Found = typeof system | typeof playwrights | typeof none;

// A machine on which each remedy, when it runs, changes what is found or what starts.
class Machine {
  found: Found = none;
  broken = new Set<string>();
  readonly ran: string[] = [];
  readonly said: string[] = [];
  readonly wasAskedFor: boolean;

  constructor(state: { found?: Found; broken?: readonly string[]; wasAskedFor?: boolean }) {
    this.found = state.found ?? none;
    this.broken = new Set(state.broken);
    this.wasAskedFor = state.wasAskedFor ?? false;
  }

  remedy(name: string, cure: () => void, problem = "", applies = true) {
    const run = async () => {
      this.ran.push(name);
      cure();
      return problem;
    };
    return { name, applies: () => applies, run };
  }

  ensure(remedies: ReturnType<Machine["remedy"]>[] = []) {
    return ensureBrowser({
      find: async () => this.found,
      startProblem: async (path: string) => (this.broken.has(path) ? "libnss3.so is missing" : ""),
      wasAskedFor: this.wasAskedFor,
      remedies,
      say: (line: string) => this.said.push(line),
    });
  }
}

test("a browser that starts is taken and nothing is installed", async () => {
  const machine = new Machine({ found: system });
  expect(await machine.ensure([machine.remedy("download", () => {})])).toEqual(system);
  expect(machine.ran).toEqual([]);
});

test("the first remedy that brings a browser is the last one tried", async () => {
  const machine = new Machine({});
  const download = machine.remedy("download", () => {
    machine.found = playwrights;
  });
  expect(await machine.ensure([download, machine.remedy("apt", () => {})])).toEqual(playwrights);
  expect(machine.ran).toEqual(["download"]);
});

test("a remedy that fails is reported in one line and the next one is tried", async () => {
  const machine = new Machine({});
  const apt = machine.remedy("apt", () => {
    machine.found = system;
  });
  expect(await machine.ensure([machine.remedy("download", () => {}, "no network"), apt])).toEqual(system);
  expect(machine.said).toEqual(["download: no network; going on without it."]);
});

test("a remedy that does not apply here is not run", async () => {
  const machine = new Machine({});
  await expect(machine.ensure([machine.remedy("apt", () => {}, "", false)])).rejects.toThrow(SetupError);
  expect(machine.ran).toEqual([]);
});

test("a browser that is there but does not start is repaired before it is given up", async () => {
  const machine = new Machine({ found: playwrights, broken: [playwrights.path] });
  const libraries = machine.remedy("libraries", () => machine.broken.clear());
  expect(await machine.ensure([libraries])).toEqual(playwrights);
});

test("without any browser one sentence says what to do", async () => {
  const machine = new Machine({});
  await expect(machine.ensure()).rejects.toThrow(
    "Holdfast needs a browser: none is installed; install Chrome or Chromium, or set HOLDFAST_BROWSER to a browser's path, and run this again.",
  );
});

test("a browser that no remedy makes start is named together with its own complaint", async () => {
  const machine = new Machine({ found: system, broken: [system.path] });
  await expect(machine.ensure()).rejects.toThrow("/usr/bin/chromium does not start (libnss3.so is missing)");
});

test("for a HOLDFAST_BROWSER that cannot be used nothing else is installed", async () => {
  const machine = new Machine({ wasAskedFor: true });
  await expect(machine.ensure([machine.remedy("download", () => {})])).rejects.toThrow(
    /^none is installed\.$/,
  );
  expect(machine.ran).toEqual([]);
});

import { randomInt } from "node:crypto";
import { type Options, parseOptions, usage } from "./options.ts";
import { runPower } from "./power/runPower.ts";
import { reasonAgainstStrace } from "./recording/strace.ts";
import { runSyscalls } from "./syscalls/runSyscalls.ts";

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const optionsOf = (args: readonly string[]): Options | null => {
  try {
    return parseOptions(args, randomInt(1_000_000));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return null;
  }
};

/** 0: every promise was kept. 1: one was broken. 2: not everything could be run. */
export const main = async (args: readonly string[]): Promise<number> => {
  const options = optionsOf(args);
  if (options === null) return 2;
  const { seed, parts } = options;
  print(`seed ${seed}`);
  const reason = reasonAgainstStrace();
  if (reason !== null && options.store) {
    print(`nothing can be recorded: ${reason}`);
    return 2;
  }
  let broken = 0;
  if (parts.includes("power")) broken += await runPower(options, print);
  const cannot = parts.includes("syscalls") ? reason : null;
  if (cannot !== null) print(`NOT RUN: faults by system call: ${cannot}`);
  else if (parts.includes("syscalls")) broken += await runSyscalls(seed, print);
  print(broken === 0 ? "no promise was broken" : `${broken} promises were broken`);
  if (broken > 0) return 1;
  return cannot === null ? 0 : 2;
};

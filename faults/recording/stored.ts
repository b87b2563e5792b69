import { readFile, writeFile } from "node:fs/promises";
import { type PowerScript, powerScripts } from "../workload/script.ts";
import { decodeRecording, encodeRecording } from "./fixture.ts";
import type { Recording } from "./operations.ts";
import { recordWorkload } from "./record.ts";
import { reasonAgainstStrace } from "./strace.ts";

export const scriptNames: readonly PowerScript[] = Object.keys(powerScripts).filter(
  (name): name is PowerScript => name in powerScripts,
);

const fileOf = (script: PowerScript) => new URL(`stored/${script}.br`, import.meta.url);

export const storeRecording = (script: PowerScript, recording: Recording): Promise<void> =>
  writeFile(fileOf(script), encodeRecording(recording));

export interface Source {
  readonly recording: Recording;
  /** Where it is from, for a reader. */
  readonly from: string;
}

/** A fresh recording where strace works, else the one that lies in this repository. */
export const recordingOf = async (script: PowerScript): Promise<Source> => {
  const reason = reasonAgainstStrace();
  if (reason === null) return { recording: await recordWorkload(script), from: "recorded just now" };
  const recording = decodeRecording(await readFile(fileOf(script)));
  return { recording, from: `the stored recording, because ${reason}` };
};

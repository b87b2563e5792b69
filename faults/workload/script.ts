import type { CommandPhase } from "../../runtime/contract/index.ts";
import * as sample from "../../storage/testing/samples.ts";
import type { Call } from "./calls.ts";

const { at, id } = sample;

/** Calls one after the other, while the artifacts are put beside them, all at once. */
interface Turn {
  readonly calls: readonly Call[];
  readonly meanwhile: readonly Call[];
}

/** From opening a data directory to its end: closed, or killed in the middle of its last turn. */
export interface Life {
  readonly turns: readonly Turn[];
  readonly end: "close" | "kill";
}

/** Bytes that differ from number to number and still compress well. */
const bytesOf = (number: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => (index % 64 < 60 ? number * 7 : (index >> 6) + number) & 255);

const steps: readonly (readonly [CommandPhase, CommandPhase])[] = [
  ["accepted", "prepared"],
  ["prepared", "executing"],
  ["executing", "verifying"],
  ["verifying", "resultPrepared"],
  ["resultPrepared", "completed"],
];

/** The records of one submit, from its acceptance to its end. */
const submit = (number: number): Call[] => {
  let moment = number * 1_000;
  const now = () => {
    moment += 1;
    return at(moment);
  };
  const advances = steps.map(([from, to]): Call => {
    const write = { commandId: id(number), from, to, at: now(), body: JSON.stringify({ to, number }) };
    if (to === "executing")
      return {
        call: "advance",
        write: { ...write, coverage: { state: "whole" }, useCheckpoint: id(0x1000 + number) },
      };
    if (to === "resultPrepared" || to === "completed")
      return { call: "advance", write: { ...write, outcome: sample.completedOutcome(number) } };
    return { call: "advance", write };
  });
  const dispatch = (state: "dispatched" | "answered"): Call => ({
    call: "dispatch",
    record: {
      commandId: id(number),
      requestId: `r${number}`,
      state,
      at: now(),
      body: JSON.stringify({ state, number }),
    },
  });
  return [
    {
      call: "accept",
      command: sample.acceptedCommand(number, {
        acceptedAt: now(),
        idempotencyKey: `row ${number}`,
        sealedEnvelope: bytesOf(number, number % 5 === 0 ? 9_000 : 300),
      }),
    },
    {
      call: "saveCheckpoint",
      checkpoint: sample.checkpoint(0x1000 + number, { boundaryCommandId: id(number) }),
      sealed: bytesOf(number, 500),
    },
    ...advances.slice(0, 2),
    dispatch("dispatched"),
    dispatch("answered"),
    ...advances.slice(2),
  ];
};

const receipt = (number: number): Call => ({
  call: "addReceipt",
  receipt: sample.receipt(0x3000 + number, { commandId: id(number), at: at(number) }),
});

const artifact = (number: number, content: number, length: number): Call => ({
  call: "putArtifact",
  artifact: { ...sample.artifact(0x2000 + number), commandId: id(number) },
  bytes: bytesOf(content, length),
});

const page = (number: number, step: number): Call => ({
  call: "savePage",
  page: sample.page(0x4000 + number, { url: `https://example.test/form/${step}` }),
});

/** A submit with its screenshots; every third one has the same bytes twice. */
const submitTurn = (number: number): Turn => ({
  calls: [...submit(number), page(number % 4, number), receipt(number)],
  meanwhile: [
    artifact(number, number, 400 + number * 300),
    ...(number % 3 === 0 ? [artifact(0x100 + number, number, 400 + number * 300)] : []),
  ],
});

const turnsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => submitTurn(first + index));

const opening: Turn = {
  calls: [
    { call: "loadKey" },
    { call: "createWorkflow", workflow: sample.workflow(0xa1, { key: "job" }) },
    { call: "saveSession", session: sample.session(0xa3) },
  ],
  meanwhile: [],
};

/** Submits that stay where they are: after so many of their records the process dies. */
const unfinished = (first: number): Turn[] =>
  [1, 3, 5, 6, 8].map((records, index) => ({
    calls: submit(first + index).slice(0, records),
    meanwhile: [],
  }));

const dying = (number: number): Turn => ({
  calls: [],
  meanwhile: [artifact(number, number, 20_000), artifact(0x100 + number, number, 20_000)],
});

/** Accepted commands so large that a few of them fill the log until SQLite writes it back and begins it again. */
const filling = (first: number): Turn => ({
  calls: Array.from({ length: 7 }, (_, index) => ({
    call: "accept",
    command: sample.acceptedCommand(first + index, {
      sealedEnvelope: bytesOf(first + index, 600_000),
      acceptedAt: at((first + index) * 1_000),
    }),
  })),
  meanwhile: [],
});

/** What the processes do whose disks lose their power. */
export const powerScripts = {
  /**
   * The first life makes the data directory and closes it. The second is killed with commands in every phase. The third finds
   * them, decides them, and is killed too.
   */
  lives: [
    { turns: [opening, ...turnsOf(1, 2)], end: "close" },
    { turns: [...turnsOf(3, 4), ...unfinished(0x20), dying(0x25)], end: "kill" },
    { turns: [...turnsOf(5, 5), ...unfinished(0x30), dying(0x35)], end: "kill" },
  ],
  /** One life in which the log is written back and begun again while commands go on. */
  writeBack: [
    {
      turns: [opening, ...turnsOf(1, 1), filling(0x50), ...turnsOf(2, 3), ...unfinished(0x20), dying(0x25)],
      end: "kill",
    },
  ],
} as const satisfies Readonly<Record<string, readonly Life[]>>;
export type PowerScript = keyof typeof powerScripts;

/** Two short lives for one fault each: one that makes the directory, one that finds it. */
const faultScript: readonly Life[] = [
  { turns: [opening, ...turnsOf(1, 2), ...unfinished(0x20)], end: "close" },
  { turns: turnsOf(3, 4), end: "close" },
];

export const scripts: Readonly<Record<string, readonly Life[]>> = { ...powerScripts, faults: faultScript };

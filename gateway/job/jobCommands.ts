import type { CommandInput, IntentHints } from "../../runtime/contract/index.ts";
import { actionOf, type Job } from "./jobFile.ts";

interface Described {
  readonly purpose?: string | undefined;
  readonly label?: string | undefined;
  readonly hints?: IntentHints | undefined;
}

const wordsFor = ({ purpose, label, hints }: Described) => ({
  purpose: purpose ?? label ?? "",
  hints: { ...hints, ...(label === undefined ? {} : { label }) },
});

/** The commands a job stands for, in order. */
export const jobCommands = (job: Job) => {
  const intent = (input: Extract<CommandInput, { kind: "intent" }>["input"]): CommandInput => ({
    kind: "intent",
    input,
  });
  const navigate: CommandInput = { kind: "primitive", input: { kind: "navigate", input: { url: job.url } } };
  const { purpose: submitPurpose, hints: submitHints } = wordsFor(job.submit);
  return {
    navigate,
    completeForm: intent({
      kind: "completeForm",
      input: {
        purpose: submitPurpose,
        fields: job.fields.map((field, index) => {
          const described = wordsFor(field);
          return {
            ...described,
            name: `${index + 1}. ${described.purpose}`.slice(0, 128),
            value: actionOf(field),
          };
        }),
      },
    }),
    submit: intent({
      kind: "submitAndVerify",
      input: {
        purpose: submitPurpose,
        hints: submitHints,
        expectedState: job.expect,
        ...(job.reject === undefined ? {} : { rejectedState: job.reject }),
        ...(job.probe === undefined ? {} : { probe: job.probe }),
      },
    }),
    extract:
      job.extract === undefined || job.extract.length === 0
        ? null
        : intent({
            kind: "extract",
            input: {
              purpose: "what the job asks for",
              fields: job.extract.map((entry) => ({
                ...wordsFor(entry),
                name: entry.name,
                value: entry.value,
              })),
            },
          }),
  };
};

import type { CommandInput, ControlAction, IntentHints } from "../../runtime/contract/index.ts";
import type { Job, JobField } from "./jobSchema.ts";

interface Described {
  readonly purpose?: string | undefined;
  readonly label?: string | undefined;
  readonly hints?: IntentHints | undefined;
}

const wordsFor = ({ purpose, label, hints }: Described) => ({
  purpose: purpose ?? label ?? "",
  hints: { ...hints, ...(label === undefined ? {} : { label }) },
});

const isYes = (value: string): boolean => /^(true|yes|on|1|checked)$/i.test(value.trim());

/** A job's field as the intents take it. */
const actionOf = (field: JobField): ControlAction => {
  if (field.secret !== undefined) return { kind: "enter", secret: field.secret };
  const value = field.value ?? "";
  if (field.kind === "text") return { kind: "setText", value, clearFirst: true };
  if (field.kind === "choice") return { kind: "selectOne", value };
  if (field.kind === "check") return { kind: "setChecked", checked: isYes(value) };
  return { kind: "enter", value };
};

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

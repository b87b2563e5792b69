import { z } from "zod";
import { waitConditionSchema } from "./conditions.ts";
import { idSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { intentHintsSchema, targetSpecSchema, textMatchSchema } from "./targets.ts";
import { boundedText, purposeSchema, timeSchema, urlSchema } from "./text.ts";

const textValue = boundedText(limits.setTextBytes);
const optionValue = boundedText(limits.optionValueBytes);
const secretName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, { error: "not a secret's name" });
const timeoutMs = z.int().min(1).max(limits.waitTimeoutMs);

/** Exactly one of `value` and `secret`; a secret is a name whose value the host supplies when it is typed. */
const valueOrSecret = <T extends { value?: unknown; secret?: unknown }>(entry: T) =>
  (entry.value === undefined) !== (entry.secret === undefined);
const oneOfBoth = { error: "needs exactly one of value and secret" };

/** What to do to a control. `enter` leaves the way to the control: a text is typed, an option chosen, a box checked. */
export const controlActionSchema = z.union([
  z
    .strictObject({
      kind: z.literal("setText"),
      value: textValue.optional(),
      secret: secretName.optional(),
      clearFirst: z.boolean().default(true),
    })
    .refine(valueOrSecret, oneOfBoth),
  z
    .strictObject({ kind: z.literal("enter"), value: textValue.optional(), secret: secretName.optional() })
    .refine(valueOrSecret, oneOfBoth),
  z.strictObject({ kind: z.literal("setChecked"), checked: z.boolean() }),
  z.strictObject({ kind: z.literal("selectOne"), value: optionValue }),
  z.strictObject({ kind: z.literal("selectMany"), values: z.array(optionValue).min(1).max(256) }),
  z.strictObject({ kind: z.literal("clear") }),
]);

export type ControlAction = z.infer<typeof controlActionSchema>;

/** A read-only question whose answer can settle an unknown outcome: a fresh page, GET only. */
export const probeSchema = z.strictObject({
  url: urlSchema,
  applied: waitConditionSchema,
  notApplied: waitConditionSchema.optional(),
  timeoutMs: timeoutMs.default(15_000),
});

export type Probe = z.infer<typeof probeSchema>;

const fieldName = z.string().min(1).max(128);
const hints = intentHintsSchema.default({});

export const formFieldSchema = z.strictObject({
  name: fieldName,
  purpose: purposeSchema,
  hints,
  value: controlActionSchema,
});

export type FormField = z.infer<typeof formFieldSchema>;

export const extractFieldSchema = z.strictObject({
  name: fieldName,
  purpose: purposeSchema,
  hints,
  value: z.enum(["text", "value", "href"]).default("text"),
});

export type ExtractField = z.infer<typeof extractFieldSchema>;

const uniqueNames = (fields: readonly { name: string }[]) =>
  new Set(fields.map((f) => f.name)).size === fields.length;

export const primitiveInputs = {
  navigate: z.strictObject({
    url: urlSchema,
    waitUntil: z
      .enum(["commit", "domContentLoaded", "interactive", "networkIdle"])
      .default("domContentLoaded"),
    timeoutMs: timeoutMs.default(30_000),
  }),
  waitFor: z.strictObject({ condition: waitConditionSchema, timeoutMs: timeoutMs.default(30_000) }),
  captureScreenshot: z.strictObject({ fullPage: z.boolean().default(false) }),
  /** With `boundary`, the click may change the world and runs behind the gate. */
  click: z.strictObject({
    target: targetSpecSchema,
    boundary: z.boolean().default(false),
    expectedUrl: textMatchSchema.optional(),
  }),
  /** A key or chord as a keyboard has it: `Enter`, `Tab`, `Control+a`. Goes to the target, or to what has the focus. */
  pressKey: z.strictObject({
    key: z.string().regex(/^((Control|Shift|Alt|Meta)\+)*([A-Za-z0-9]{1,20}|[!-~])$/, { error: "not a key" }),
    target: targetSpecSchema.optional(),
  }),
  /** An expression of the page's own world; the session's policy must allow it. */
  evaluateJavaScript: z.strictObject({
    expression: boundedText(limits.expressionBytes, 1),
    timeoutMs: z.int().min(1).max(30_000).default(5_000),
    awaitPromise: z.boolean().default(true),
  }),
} as const;

export const intentInputs = {
  locate: z.strictObject({ purpose: purposeSchema, hints }),
  waitForState: z.strictObject({ condition: waitConditionSchema, timeoutMs: timeoutMs.default(30_000) }),
  extract: z.strictObject({
    purpose: purposeSchema,
    fields: z
      .array(extractFieldSchema)
      .min(1)
      .max(limits.extractFields)
      .refine(uniqueNames, { error: "field names must be unique" }),
  }),
  fill: z.strictObject({ purpose: purposeSchema, hints, value: controlActionSchema }),
  completeForm: z.strictObject({
    purpose: purposeSchema,
    fields: z
      .array(formFieldSchema)
      .min(1)
      .max(limits.completeFormFields)
      .refine(uniqueNames, { error: "field names must be unique" }),
  }),
  submitAndVerify: z.strictObject({
    purpose: purposeSchema,
    hints,
    expectedState: waitConditionSchema,
    rejectedState: waitConditionSchema.optional(),
    probe: probeSchema.optional(),
  }),
} as const;

export type PrimitiveKind = keyof typeof primitiveInputs;
export type IntentKind = keyof typeof intentInputs;
export type CommandKind = PrimitiveKind | IntentKind;

export type CommandInputs = { [K in PrimitiveKind]: z.infer<(typeof primitiveInputs)[K]> } & {
  [K in IntentKind]: z.infer<(typeof intentInputs)[K]>;
};

const primitive = <K extends PrimitiveKind>(kind: K) =>
  z.strictObject({ kind: z.literal(kind), input: primitiveInputs[kind] });
const intent = <K extends IntentKind>(kind: K) =>
  z.strictObject({ kind: z.literal(kind), input: intentInputs[kind] });

export const commandSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("primitive"),
    input: z.discriminatedUnion("kind", [
      primitive("navigate"),
      primitive("waitFor"),
      primitive("captureScreenshot"),
      primitive("click"),
      primitive("pressKey"),
      primitive("evaluateJavaScript"),
    ]),
  }),
  z.strictObject({
    kind: z.literal("intent"),
    input: z.discriminatedUnion("kind", [
      intent("locate"),
      intent("waitForState"),
      intent("extract"),
      intent("fill"),
      intent("completeForm"),
      intent("submitAndVerify"),
    ]),
  }),
]);

export type Command = z.infer<typeof commandSchema>;
/** A command as a caller writes it: defaults may be left out. */
export type CommandInput = z.input<typeof commandSchema>;

export const commandEnvelopeSchema = z.strictObject({
  schemaVersion: z.literal(2),
  commandId: idSchema,
  workflowId: idSchema,
  attemptId: idSchema,
  sessionId: idSchema,
  pageId: idSchema.nullable(),
  /** When the caller stops waiting; at most 5 minutes ahead. */
  deadline: timeSchema,
  command: commandSchema,
});

export type CommandEnvelope = z.infer<typeof commandEnvelopeSchema>;
export type CommandEnvelopeInput = z.input<typeof commandEnvelopeSchema>;

/** `replayable` only reads, `reconciliable` changes the page, `boundary` changes the world (DESIGN §2). */
export const commandClassSchema = z.enum(["replayable", "reconciliable", "boundary"]);
export type CommandClass = z.infer<typeof commandClassSchema>;

const classOfKind = {
  navigate: "replayable",
  waitFor: "replayable",
  captureScreenshot: "replayable",
  click: "reconciliable",
  pressKey: "reconciliable",
  evaluateJavaScript: "reconciliable",
  locate: "replayable",
  waitForState: "replayable",
  extract: "replayable",
  fill: "reconciliable",
  completeForm: "reconciliable",
  submitAndVerify: "boundary",
} as const satisfies Record<CommandKind, CommandClass>;

/** The class a command declares: by its kind, and a click by its `boundary` (wire.md "Commands"). */
export const classOfCommand = ({ input }: Command): CommandClass =>
  input.kind === "click" && input.input.boundary ? "boundary" : classOfKind[input.kind];

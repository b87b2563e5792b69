import { type ControlAction, type IntentHints, RuntimeError } from "../runtime/contract/index.ts";
import type { CommandContext } from "../runtime/ports/handler.ts";
import type { ControlDescriptor, ControlState } from "../runtime/ports/page.ts";
import { formKey } from "./candidate.ts";
import { findField } from "./find.ts";
import { type PlannedEntry, planEntry } from "./planEntry.ts";
import { compareState } from "./readBack.ts";
import { toControlView } from "./resolve.ts";

export interface FieldRequest {
  readonly name: string;
  readonly purpose: string;
  readonly hints: IntentHints;
  readonly value: ControlAction;
}

/** A field that holds what was asked. */
export interface EnteredField {
  readonly request: FieldRequest;
  readonly control: ControlDescriptor;
  readonly planned: PlannedEntry;
}

/** How long a value may take to settle after it was entered, in milliseconds: frameworks format on blur and re-render. */
const settleMs = 1_500;
const pollMs = 75;

/** Puts the secret's value where the action only names it. */
const withSecret = async (context: CommandContext, action: ControlAction): Promise<ControlAction> => {
  if ((action.kind !== "setText" && action.kind !== "enter") || action.secret === undefined) return action;
  const { secret, ...rest } = action;
  return { ...rest, value: await context.secret(secret) };
};

const plan = async (
  context: CommandContext,
  request: FieldRequest,
  control: ControlDescriptor,
): Promise<PlannedEntry> => {
  const action = await withSecret(context, request.value);
  const planned = planEntry(action, control);
  if (!planned.ok) throw new RuntimeError(planned.code, planned.message, { details: planned.details });
  if (control.sensitive && planned.entry.how === "text") context.keepSecret(planned.entry.text);
  return planned;
};

/** What the control holds once it has settled on the expected value, or after the time for that is over. */
const settledState = async (
  context: CommandContext,
  control: ControlDescriptor,
  planned: PlannedEntry,
): Promise<{ readonly stuck: boolean; readonly state: ControlState }> => {
  const limit = context.deadline.atMost(settleMs);
  for (;;) {
    const state = await context.page.state(context.deadline, control.ref);
    const { stuck } = compareState(planned.expected, control, state);
    if (stuck || limit.passed()) return { stuck, state };
    await limit.pause(pollMs);
  }
};

const recordEntry = (
  context: CommandContext,
  request: FieldRequest,
  control: ControlDescriptor,
  planned: PlannedEntry,
  state: ControlState,
) => {
  const { expectedShown, foundShown } = compareState(planned.expected, control, state);
  context.evidence({
    kind: "controlAction",
    untrusted: true,
    name: request.name,
    operation: request.value.kind,
    target: toControlView(control),
    expected: expectedShown,
    state: foundShown,
    validity: { valid: state.valid, message: control.sensitive ? "" : state.message },
    nodeReplaced: false,
  });
  return { expectedShown, foundShown };
};

const didNotStick = (request: FieldRequest, shown: ReturnType<typeof recordEntry>) =>
  new RuntimeError("verificationFailed", `"${request.name}" does not hold what was entered`, {
    details: { field: request.name, expected: shown.expectedShown, found: shown.foundShown },
  });

/** Resolves a field, enters its value and reads it back; throws unless it stuck. */
export const enterField = async (
  context: CommandContext,
  request: FieldRequest,
  known: readonly ControlDescriptor[],
): Promise<EnteredField> => {
  const control = await findField(context, request, known);
  const planned = await plan(context, request, control);
  await context.page.enter(context.deadline, control.ref, planned.entry);
  let { stuck, state } = await settledState(context, control, planned);
  if (!stuck && planned.entry.how === "text") {
    // A mask or a key filter reacts to keys, not to a value put in at once.
    await context.page.enter(context.deadline, control.ref, { how: "keys", text: planned.entry.text });
    ({ stuck, state } = await settledState(context, control, planned));
  }
  const shown = recordEntry(context, request, control, planned, state);
  if (!stuck) throw didNotStick(request, shown);
  const form = formKey(control);
  if (form !== null) context.noteFilledForm(form);
  return { request, control, planned };
};

/** Whether an entered field still holds its value; a replaced control is looked up again. */
export const stillHolds = async (context: CommandContext, field: EnteredField): Promise<boolean> => {
  try {
    const state = await context.page.state(context.deadline, field.control.ref);
    return compareState(field.planned.expected, field.control, state).stuck;
  } catch (error) {
    if (error instanceof RuntimeError && error.code === "targetDetached") return false;
    throw error;
  }
};

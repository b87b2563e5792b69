import { RuntimeError } from "../runtime/contract/index.ts";
import type { CommandContext, Handlers } from "../runtime/ports/handler.ts";
import { type EnteredField, enterField, type FieldRequest, stillHolds } from "./enterField.ts";

/** How long the page gets to take values back before the whole form is read once more, in milliseconds. */
const afterthoughtMs = 200;

/** How often the page may be drawn anew under one field. */
const mostRedraws = 3;

/** Enters the fields in order; the controls are read again only when a ref has gone stale. */
const enterAll = async (
  context: CommandContext,
  requests: readonly FieldRequest[],
): Promise<EnteredField[]> => {
  const entered: EnteredField[] = [];
  let controls = await context.page.controls(context.deadline);
  for (const request of requests) {
    context.deadline.check(`filling "${request.name}"`);
    for (let redraws = 0; ; redraws++) {
      try {
        entered.push(await enterField(context, request, controls));
        break;
      } catch (error) {
        const redrawn = error instanceof RuntimeError && error.code === "targetDetached";
        if (!redrawn || redraws >= mostRedraws) throw error;
        controls = await context.page.controls(context.deadline);
      }
    }
  }
  return entered;
};

/** The fields that no longer hold what was entered, a moment later; what all hold now is remembered first. */
const lostFields = async (
  context: CommandContext,
  entered: readonly EnteredField[],
): Promise<EnteredField[]> => {
  // Some pages format, check or take back a value only when its field is left.
  await context.page.leaveField(context.deadline);
  await context.deadline.pause(afterthoughtMs);
  await context.rememberForm();
  const lost: EnteredField[] = [];
  for (const field of entered) if (!(await stillHolds(context, field))) lost.push(field);
  return lost;
};

/** A field that a later one reset, or that a late script wiped, is entered once more; a second loss is a failure. */
const mend = async (context: CommandContext, entered: readonly EnteredField[]): Promise<void> => {
  const lost = await lostFields(context, entered);
  if (lost.length === 0) return;
  const again = await enterAll(
    context,
    lost.map((field) => field.request),
  );
  const kept = entered.filter((field) => !lost.includes(field));
  const [still] = await lostFields(context, [...kept, ...again]);
  if (still === undefined) return;
  throw new RuntimeError(
    "verificationFailed",
    `the page keeps taking the value of "${still.request.name}" back`,
    {
      details: { field: still.request.name },
    },
  );
};

const done = { ended: "done" } as const;

export const completeForm: Handlers["completeForm"] = async (context, input) => {
  let entered: EnteredField[] = [];
  return {
    async act() {
      entered = await enterAll(context, input.fields);
    },
    async verify() {
      await mend(context, entered);
      return done;
    },
  };
};

/** One field is a form of one. */
export const fill: Handlers["fill"] = (context, { purpose, hints, value }) =>
  completeForm(context, { purpose, fields: [{ name: purpose, purpose, hints, value }] });

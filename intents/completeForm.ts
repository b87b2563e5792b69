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

/** A field that a later one reset, or that a late script wiped, is entered once more; a second loss is a failure. */
const mend = async (context: CommandContext, entered: readonly EnteredField[]): Promise<void> => {
  await context.deadline.pause(afterthoughtMs);
  const lost: EnteredField[] = [];
  for (const field of entered) if (!(await stillHolds(context, field))) lost.push(field);
  if (lost.length === 0) return;
  const again = await enterAll(
    context,
    lost.map((field) => field.request),
  );
  await context.deadline.pause(afterthoughtMs);
  for (const field of again) {
    if (await stillHolds(context, field)) continue;
    throw new RuntimeError(
      "verificationFailed",
      `the page keeps taking the value of "${field.request.name}" back`,
      {
        details: { field: field.request.name },
      },
    );
  }
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

import { RuntimeError } from "../runtime/contract/index.ts";
import type { Handlers } from "../runtime/ports/handler.ts";
import { chooseText } from "./extractChoice.ts";
import { findAction, findField } from "./find.ts";

const done = { ended: "done" } as const;
const reading = (act: () => Promise<void>) => ({ act, verify: async () => done });

/** Resolves a purpose and says what it resolved to; touches nothing. A field is looked for first, then an action. */
export const locate: Handlers["locate"] = async (context, input) =>
  reading(async () => {
    try {
      await findField(context, input);
    } catch (error) {
      if (!(error instanceof RuntimeError) || error.code !== "targetNotFound") throw error;
      await findAction(context, input);
    }
  });

/** Reads labelled texts off the page; a field that is not found is a miss, not a failure. */
export const extract: Handlers["extract"] = async (context, input) =>
  reading(async () => {
    const texts = await context.page.labelledTexts(context.deadline);
    for (const field of input.fields) {
      const chosen = chooseText(field.purpose, field.hints, texts, context.matches);
      const value = field.value === "href" ? (chosen.href ?? null) : chosen.text;
      context.evidence({
        kind: "extraction",
        untrusted: true,
        name: field.name,
        value,
        reasons: [...chosen.reasons],
      });
    }
  });

import type { Handlers } from "../runtime/ports/handler.ts";
import { completeForm, fill } from "./completeForm.ts";
import { extract, locate } from "./reading.ts";
import { submitAndVerify } from "./submitAndVerify.ts";

/** The intents' part of the command table. */
export const createIntentHandlers = () =>
  ({ locate, extract, fill, completeForm, submitAndVerify }) satisfies Partial<Handlers>;

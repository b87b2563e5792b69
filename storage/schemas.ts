import { z } from "zod";
import { RuntimeError } from "../runtime/contract/index.ts";

/** A copy of the value that is known to fit its schema: what could not be read back is never written. */
export const storable = <S extends z.ZodType>(schema: S, value: z.output<S>, what: string): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RuntimeError("internal", `this ${what} cannot be stored: ${z.prettifyError(parsed.error)}`);
};

/** Milliseconds since the epoch, so that times of different precision compare. */
export const instant = (time: string): number => {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) throw new RuntimeError("internal", `not a time: ${time}`);
  return ms;
};

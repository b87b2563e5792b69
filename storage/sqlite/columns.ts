import { z } from "zod";

/** A column of JSON text that holds what the schema says. */
export const jsonColumn = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Bytes as a plain array, whatever the driver's own type is. */
export const bytesColumn = z.instanceof(Uint8Array).transform((bytes) => Uint8Array.from(bytes));

import { z } from "zod";

/** Every id is a lower-case UUID (DESIGN §4). */
export const idSchema = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
  error: "not a lower-case UUID",
});

export type Id = z.infer<typeof idSchema>;

/** Lower-case hexadecimal SHA-256. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

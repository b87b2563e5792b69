import { z } from "zod";
import { commandClassSchema } from "./commands.ts";

/**
 * What is known of a command's side effect: `none` (it has none), `notSent` (it did not leave the browser),
 * `sent` (it left, no answer was seen), `answered` (the site answered), `unknown` (it may have left).
 */
export const effectSchema = z.enum(["none", "notSent", "sent", "answered", "unknown"]);
export type Effect = z.infer<typeof effectSchema>;

/** Whether everything that could leave the browser during a command was seen; reasons say what was not (network-guard.md). */
export const coverageSchema = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("whole") }),
  z.strictObject({ state: z.literal("degraded"), reasons: z.array(z.string().max(64)).min(1).max(16) }),
]);
export type Coverage = z.infer<typeof coverageSchema>;

/** What the command was seen to do; `unobserved` while no guard watches. */
export const observedClassSchema = z.union([commandClassSchema, z.literal("unobserved")]);
export type ObservedClass = z.infer<typeof observedClassSchema>;

import { z } from "zod";
import { idSchema } from "../runtime/contract/index.ts";
import { protocolSchema, waySchema } from "./ways.ts";

/** What the child is told, as the JSON of its only argument. */
export const childTaskSchema = z.strictObject({
  /** `paused` holds every request with an effect for ever before its record; `claim` runs commands until it is killed. */
  task: z.enum(["paused", "claim"]),
  way: waySchema,
  protocol: protocolSchema,
  tethered: z.boolean(),
  /** The site. */
  url: z.string(),
  dataDir: z.string(),
  /** A new folder for the browser's profile. */
  profile: z.string(),
  workflowId: idSchema,
  seed: z.int(),
});
export type ChildTask = z.infer<typeof childTaskSchema>;

/** What the child says, one JSON a line. */
export const childMessageSchema = z.discriminatedUnion("said", [
  /** A browser was started that will outlive the child. */
  z.strictObject({ said: z.literal("survivor"), pid: z.int(), endpoint: z.string() }),
  /** The processes of the browser that dies with it. */
  z.strictObject({ said: z.literal("browser"), pids: z.array(z.int()) }),
  /** A command is about to act. */
  z.strictObject({ said: z.literal("armed") }),
  /** A request is paused, its record not written. */
  z.strictObject({ said: z.literal("held"), commandId: idSchema }),
  /** Something did not come about that should have. */
  z.strictObject({ said: z.literal("trouble"), what: z.string() }),
]);
export type ChildMessage = z.infer<typeof childMessageSchema>;

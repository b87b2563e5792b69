import { z } from "zod";
import { RuntimeError } from "../runtime/contract/index.ts";
import type { AcceptedCommand, DispatchRecord } from "../runtime/ports/storage.ts";

const json = (text: string, what: string): z.infer<ReturnType<typeof z.json>> => {
  try {
    return z.json().parse(JSON.parse(text));
  } catch (cause) {
    throw new RuntimeError("internal", `the body of this ${what} is not JSON`, { cause });
  }
};

/** The journal's first record of a command; the sealed envelope lies with the command itself. */
export const acceptedBody = (command: AcceptedCommand): string =>
  JSON.stringify({
    kind: command.kind,
    class: command.class,
    digest: command.digest,
    idempotencyKey: command.idempotencyKey,
    shown: command.shown,
  });

export const dispatchBody = (record: DispatchRecord): string =>
  JSON.stringify({
    requestId: record.requestId,
    state: record.state,
    body: json(record.body, "dispatch"),
  });

/** A step's body as given, refused when it is not JSON. */
export const stepBody = (body: string): string => {
  json(body, "step");
  return body;
};

import { createHash } from "node:crypto";
import { z } from "zod";

/** A request the browser holds until it is told what to do with it; validated, since a page shapes most of it. */
export const pausedRequestSchema = z.object({
  requestId: z.string(),
  networkId: z.string().optional(),
  frameId: z.string().default(""),
  resourceType: z.string(),
  redirectedRequestId: z.string().optional(),
  request: z.object({
    url: z.string(),
    method: z.string(),
    hasPostData: z.boolean().optional(),
    postDataEntries: z.array(z.object({ bytes: z.string().optional() })).optional(),
  }),
  responseErrorReason: z.string().optional(),
  responseStatusCode: z.number().optional(),
  responseHeaders: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});

export type PausedRequest = z.infer<typeof pausedRequestSchema>;

export const isAnswered = (paused: PausedRequest): boolean =>
  paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined;

export const headerOf = (paused: PausedRequest, name: string): string | null =>
  paused.responseHeaders?.find((header) => header.name.toLowerCase() === name)?.value ?? null;

export interface BodyDigest {
  readonly bodySha256: string | null;
  readonly bodyBytes: number | null;
}

/** Digest of the body as far as the browser shows it; null when it holds bytes of files, which it does not. */
export const digestBody = ({ request }: PausedRequest): BodyDigest => {
  const entries = request.postDataEntries;
  if (request.hasPostData !== true && entries === undefined) return { bodySha256: null, bodyBytes: 0 };
  if (entries === undefined || entries.length === 0 || entries.some(({ bytes }) => bytes === undefined)) {
    return { bodySha256: null, bodyBytes: null };
  }
  const body = Buffer.concat(entries.map(({ bytes = "" }) => Buffer.from(bytes, "base64")));
  return { bodySha256: createHash("sha256").update(body).digest("hex"), bodyBytes: body.length };
};

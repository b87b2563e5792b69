import { z } from "zod";

const pattern = z.string().min(1).max(512);

/** What happens to requests with a possible effect outside a boundary command (DESIGN §6). */
export const unsafeRequestsSchema = z.enum(["forms", "strict", "observe"]);
export type UnsafeRequests = z.infer<typeof unsafeRequestsSchema>;

/** Exempts requests from `strict`: a URL pattern in which `*` stands for any text, and the methods it is for (all when left out). */
export const allowedRequestSchema = z.strictObject({
  url: pattern,
  methods: z
    .array(z.string().regex(/^[A-Z]{1,16}$/))
    .max(16)
    .optional(),
});
export type AllowedRequest = z.infer<typeof allowedRequestSchema>;

/** Where a session may connect; see guard/egress.ts. */
export const egressSchema = z.strictObject({
  allow: z.array(pattern).max(256).optional(),
  deny: z.array(pattern).max(256).optional(),
  privateNetworks: z.boolean(),
});

/** What a session may do, settled when it is created. */
export const sessionPolicySchema = z.strictObject({
  unsafeRequests: unsafeRequestsSchema.default("forms"),
  allowRequests: z.array(allowedRequestSchema).max(256).default([]),
  egress: egressSchema.default({ privateNetworks: true }),
  /** Whether `evaluateJavaScript` may run in this session's pages. */
  javaScript: z.boolean().default(true),
  /** The session's own proxy: an http, https or socks5 URL, credentials in it. */
  proxy: z.string().min(1).max(2_048).nullable().default(null),
  /** Accept certificates the browser would refuse. */
  ignoreHTTPSErrors: z.boolean().default(false),
});
export type SessionPolicy = z.infer<typeof sessionPolicySchema>;
export type SessionPolicyInput = z.input<typeof sessionPolicySchema>;

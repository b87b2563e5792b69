import type { FixtureServer } from "../../fixtures/server.ts";

export interface ServerBehaviour {
  readonly site: "transfer" | "register";
  readonly server: Parameters<FixtureServer["setBehaviour"]>[1];
  /** Whether the site acts on what it receives. */
  readonly accepts: boolean;
  /** What comes back: a page of its own, a redirect, a cut connection, or nothing. */
  readonly answers: "page" | "redirect" | "cut" | "never";
  /** How a submit that nothing interrupts ends here, before any probe is asked. */
  readonly live: "applied" | "notApplied" | "needsReconciliation";
}

/** How the server treats each request of a cell, the first and every other. */
export const behaviours = {
  quick: { site: "transfer", server: {}, accepts: true, answers: "page", live: "applied" },
  slow: { site: "transfer", server: { delayMs: 1_500 }, accepts: true, answers: "page", live: "applied" },
  "303 redirect": { site: "register", server: {}, accepts: true, answers: "redirect", live: "applied" },
  "answers, then cuts": {
    site: "transfer",
    server: { drop: "afterHeaders" },
    accepts: true,
    answers: "page",
    live: "needsReconciliation",
  },
  "acts, then cuts": {
    site: "transfer",
    server: { drop: "beforeAnswer" },
    accepts: true,
    answers: "cut",
    live: "needsReconciliation",
  },
  "cuts unread": {
    site: "transfer",
    server: { drop: "beforeReading" },
    accepts: false,
    answers: "cut",
    live: "needsReconciliation",
  },
  "422 with errors": {
    site: "transfer",
    server: { failWith: 422 },
    accepts: false,
    answers: "page",
    live: "notApplied",
  },
  // A server error says nothing about what was done before it (docs/decisions/0011).
  "500 error": {
    site: "transfer",
    server: { failWith: 500 },
    accepts: false,
    answers: "page",
    live: "needsReconciliation",
  },
  "never answers": {
    site: "transfer",
    server: { drop: "neverAnswer" },
    accepts: true,
    answers: "never",
    live: "needsReconciliation",
  },
} as const satisfies Readonly<Record<string, ServerBehaviour>>;

export type BehaviourName = keyof typeof behaviours;

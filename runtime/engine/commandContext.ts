import { type Evidence, evidenceSchema, RuntimeError, type SessionPolicy } from "../contract/index.ts";
import { scrub } from "../evidence/redact.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { CommandContext, NewEvidence } from "../ports/handler.ts";
import type { PagePort } from "../ports/page.ts";
import type { SecretSource } from "../ports/secrets.ts";
import type { ArtifactStore } from "../ports/storage.ts";
import { sha256Hex } from "./canonical.ts";
import { readCondition } from "./conditions.ts";
import { matchesText } from "./matchText.ts";

export interface ContextParts {
  readonly deadline: Deadline;
  readonly page: PagePort;
  readonly commandId: string;
  readonly principal: string;
  readonly filledForms: Set<string>;
  rememberForm(): Promise<void>;
  readonly clock: Clock;
  readonly secrets: SecretSource;
  readonly artifacts: ArtifactStore;
  readonly policy: SessionPolicy;
  movedTo(url: string): Promise<void>;
}

/** A command's context together with what the engine reads back from it. */
export interface OpenContext {
  readonly context: CommandContext;
  /** Everything observed so far and `more`, scrubbed. */
  evidence(more: readonly NewEvidence[]): Evidence[];
  /** Scrubs a text that leaves the command, such as an error message. */
  scrubbed<T>(value: T): T;
}

/** A page that is just being replaced cannot be read; that is not an answer, the next look is. */
const isPassing = (error: unknown) =>
  error instanceof RuntimeError && (error.code === "targetDetached" || error.code === "browserCommandFailed");

export const openContext = (parts: ContextParts): OpenContext => {
  const { clock, page, commandId } = parts;
  const items: Evidence[] = [];
  const kept: string[] = [];
  const observedAt = () => new Date(clock.now()).toISOString();

  const stamped = (item: NewEvidence): Evidence =>
    evidenceSchema.parse(scrub({ ...item, observedAt: observedAt() }, kept));
  const evidence = (item: NewEvidence) => {
    items.push(stamped(item));
  };

  const context: CommandContext = {
    deadline: parts.deadline,
    page,
    commandId,
    filledForms: [...parts.filledForms],
    noteFilledForm: (form) => parts.filledForms.add(form),
    rememberForm: parts.rememberForm,
    evidence,
    async secret(name) {
      const value = await parts.secrets.secret(name);
      // An empty value is a variable that was never filled in.
      if (value === null || value === "")
        throw new RuntimeError("secretUnavailable", `no secret is provided under the name "${name}"`);
      kept.push(value);
      return value;
    },
    keepSecret: (value) => kept.push(value),
    async read(condition) {
      try {
        return await readCondition(page, parts.deadline, condition);
      } catch (error) {
        if (isPassing(error)) return { held: false, observations: [] };
        throw error;
      }
    },
    policy: parts.policy,
    matches: matchesText,
    fingerprint: sha256Hex,
    async screenshot(moment, fullPage = false) {
      const { bytes, width, height } = await page.screenshot(parts.deadline, fullPage);
      const record = await parts.artifacts.put(
        {
          artifactId: clock.newId(),
          principal: parts.principal,
          commandId,
          mediaType: "image/png",
          createdAt: observedAt(),
        },
        bytes,
      );
      evidence({
        kind: "screenshot",
        moment,
        artifactId: record.artifactId,
        mediaType: "image/png",
        bytes: record.bytes,
        sha256: record.sha256,
        width,
        height,
      });
    },
    movedTo: parts.movedTo,
  };
  // Scrubbed once more on reading: a secret may have become known after an item was taken.
  return {
    context,
    evidence: (more) => [...scrub(items, kept), ...more.map(stamped)],
    scrubbed: (value) => scrub(value, kept),
  };
};

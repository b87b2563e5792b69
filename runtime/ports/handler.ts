import type {
  CommandInputs,
  CommandKind,
  Evidence,
  Observation,
  RuntimeError,
  SessionPolicy,
  TextMatch,
  WaitCondition,
} from "../contract/index.ts";
import type { Deadline } from "./deadline.ts";
import type { PagePort } from "./page.ts";

type WithoutTime<T> = T extends Evidence ? Omit<T, "observedAt"> : never;
/** An evidence item as a handler hands it in; the engine stamps the time. */
export type NewEvidence = WithoutTime<Evidence>;

/** What a running command may use. */
export interface CommandContext {
  readonly deadline: Deadline;
  readonly page: PagePort;
  readonly commandId: string;
  /** Forms (descriptor `form` + frame) whose fields the commands before this one filled on this page. */
  readonly filledForms: readonly string[];
  noteFilledForm(form: string): void;
  /** Remembers what the page's fields hold now, before it is checked that they hold what was entered: a submit refuses a form that changed since. */
  rememberForm(): Promise<void>;
  evidence(item: NewEvidence): void;
  /** The secret's value; throws `secretUnavailable`. It is scrubbed from everything the command leaves behind. */
  secret(name: string): Promise<string>;
  /** Has a value scrubbed from everything the command leaves behind. */
  keepSecret(value: string): void;
  readonly policy: SessionPolicy;
  /** Reads a condition off the page once. */
  read(
    condition: WaitCondition,
  ): Promise<{ readonly held: boolean; readonly observations: readonly Observation[] }>;
  /** Linear-time text matching. */
  matches(matcher: TextMatch, text: string): boolean;
  /** SHA-256, for fingerprints. */
  fingerprint(text: string): string;
  screenshot(moment: "before" | "after" | "asked", fullPage?: boolean): Promise<void>;
  /** Records that the page was sent to this address on purpose: a restart begins there. */
  movedTo(url: string): Promise<void>;
}

/** How the action of a command ended, as its own verification saw it. */
export type Ending =
  | { readonly ended: "done" }
  /** It is known that it did not take effect: `verificationFailed`, or the site said no. */
  | { readonly ended: "failed"; readonly failure: RuntimeError }
  | { readonly ended: "rejected"; readonly failure: RuntimeError }
  /** The action was taken and what became of it is not known. */
  | {
      readonly ended: "unknown";
      readonly failure: RuntimeError;
      /** Error messages at fields that were not there before: the site, or the page, did not take the values. */
      readonly fieldMessages?: readonly string[];
    };

/** A command whose targets are settled and which has touched nothing yet. */
export interface Plan {
  act(): Promise<void>;
  verify(): Promise<Ending>;
}

/** Settles what to do without touching the page; throws a RuntimeError when it cannot be done. */
export type Handler<Input> = (context: CommandContext, input: Input) => Promise<Plan>;

export type Handlers = { readonly [K in CommandKind]: Handler<CommandInputs[K]> };

import type { ControlKind, FieldMessage, TargetSpec } from "../contract/index.ts";
import type { DeadlineView } from "./deadline.ts";

export interface ControlOption {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** What a control holds now. `text` for text-like ones, `checked` for boxes, `selected` for choices (option values). */
export interface ControlState {
  readonly text: string | null;
  readonly checked: boolean | null;
  readonly selected: readonly string[] | null;
  readonly valid: boolean;
  readonly message: string;
}

/** One control as a person or a screen reader meets it; a radio group counts as one control. All text is the page's. */
export interface ControlDescriptor {
  /** Opaque; good until the page's next `controls()` call. */
  readonly ref: string;
  readonly kind: ControlKind;
  readonly role: string;
  /** Accessible name as the accname standard computes it. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly title: string;
  /** Legends, group labels and headings above it, outermost first. */
  readonly groups: readonly string[];
  /** Text beside it when it has no label of its own. */
  readonly nearText: string;
  /** Header cells of its table row and column. */
  readonly tableHeaders: readonly string[];
  readonly autocomplete: string;
  /** Words of `name` and `id`; a weak sign. */
  readonly attributeWords: readonly string[];
  readonly options: readonly ControlOption[];
  /** Identity of the form it belongs to within its frame, or null. */
  readonly form: string | null;
  readonly frame: string;
  readonly enabled: boolean;
  readonly readOnly: boolean;
  readonly required: boolean;
  /** Why a person could not use it (hidden, off screen, covered by `inert`, …); empty when they could. */
  readonly hiddenBecause: readonly string[];
  /** Password, card, one-time code: its value never leaves as evidence. */
  readonly sensitive: boolean;
  readonly state: ControlState;
  /** Position in page order, from 0. */
  readonly order: number;
}

/** How a value goes into a control; decided by the intents, carried out by the driver. */
export type Entry =
  | { readonly how: "text"; readonly text: string }
  | { readonly how: "keys"; readonly text: string }
  | { readonly how: "check"; readonly checked: boolean }
  | { readonly how: "select"; readonly values: readonly string[] };

/** One element that fits a target, as far as a condition needs to know it. */
export interface Look {
  readonly role: string;
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly value: string;
  readonly visible: boolean;
  readonly enabled: boolean;
}

/** A labelled piece of text of the page: a definition, a table row, "label: value". */
export interface LabelledText {
  readonly label: string;
  readonly text: string;
  readonly href: string | null;
  readonly source: "definition" | "table" | "line" | "control" | "labelled";
}

/** One field of a form with what it holds; raw values, for digests and comparison only. */
export interface FieldValue {
  readonly field: string;
  readonly value: string;
  readonly sensitive: boolean;
}

export interface PageFacts {
  readonly url: string;
  readonly title: string;
}

/** One live page. Methods reject with a RuntimeError of the page or browser layer. */
export interface PagePort {
  facts(deadline: DeadlineView): Promise<PageFacts>;
  /** Loads an address by GET; `status` is the answer's, or null when there was none (about:blank). */
  goto(
    deadline: DeadlineView,
    url: string,
    until: "commit" | "domContentLoaded" | "interactive" | "networkIdle",
  ): Promise<PageFacts & { readonly status: number | null }>;
  readyState(deadline: DeadlineView): Promise<"loading" | "interactive" | "complete">;
  /** Every control of every frame in one pass; invalidates earlier refs. */
  controls(deadline: DeadlineView): Promise<ControlDescriptor[]>;
  /** What the control holds now; `targetDetached` when it has left the page. */
  state(deadline: DeadlineView, ref: string): Promise<ControlState>;
  enter(deadline: DeadlineView, ref: string, entry: Entry): Promise<void>;
  /** Takes the focus out of whatever has it, as going on to something else would. */
  leaveField(deadline: DeadlineView): Promise<void>;
  /** Scrolls to the control and checks that a click would reach it, without clicking. */
  checkClickable(deadline: DeadlineView, ref: string): Promise<void>;
  click(deadline: DeadlineView, ref: string): Promise<void>;
  /** Elements that may fit the structural part of a target (css, testId, role); the caller compares texts. */
  look(deadline: DeadlineView, target: TargetSpec): Promise<Look[]>;
  /** The same with a ref for each, good until the next `controls()` or `targets()` call. */
  targets(deadline: DeadlineView, target: TargetSpec): Promise<(Look & { readonly ref: string })[]>;
  /** Presses a key or chord on a control, or on what has the focus. */
  pressKey(deadline: DeadlineView, ref: string | null, key: string): Promise<void>;
  /** The value of an expression in the page's own world, as JSON text; null when JSON cannot carry it. */
  evaluate(deadline: DeadlineView, expression: string, awaitPromise: boolean): Promise<string | null>;
  /** The text a person sees, all frames, at most 256 KiB. */
  visibleText(deadline: DeadlineView): Promise<string>;
  labelledTexts(deadline: DeadlineView): Promise<LabelledText[]>;
  /** Every form field a person can change, in every shown frame, with what it holds. */
  formFields(deadline: DeadlineView): Promise<FieldValue[]>;
  /** What the form that holds the control would have the browser complain about, without provoking it; empty when it would submit. */
  blockingMessages(deadline: DeadlineView, ref: string): Promise<FieldMessage[]>;
  /** Error messages shown on the page now: `aria-invalid` descriptions, alerts. */
  shownMessages(deadline: DeadlineView): Promise<FieldMessage[]>;
  screenshot(
    deadline: DeadlineView,
    fullPage: boolean,
  ): Promise<{ readonly bytes: Uint8Array; readonly width: number; readonly height: number }>;
  /** Ends a script that keeps the page from answering; closes the page when even that does not help. */
  free(): Promise<void>;
  /** False once the page was closed, has crashed, or its browser is gone. */
  isOpen(): boolean;
  close(): Promise<void>;
}

import type { Answer, Protocol } from "./site.ts";

/** What a user and the page's own scripts do in a tab; the same with the guard and without. */
export interface Tab {
  readonly origin: string;
  readonly otherOrigin: string;
  /** Goes to a path of the site or an address. */
  go(to: string): Promise<"arrived" | "failed">;
  /** The value of an expression of the page, awaited. */
  run(expression: string): Promise<unknown>;
  /** With `boundary`, the click is declared to have an effect. */
  click(css: string, effect?: "boundary"): Promise<void>;
  /** Waits until the page shows a text. */
  sees(text: string): Promise<void>;
  shown(): Promise<unknown>;
}

export interface OrdinaryPage {
  /** Completes the sentence "… works the same with the guard on". */
  readonly name: string;
  readonly protocol?: Protocol;
  readonly answer: Answer;
  /** Returns what can be seen of it. */
  readonly visit: (tab: Tab) => Promise<unknown>;
  readonly visible: unknown;
  /** Method, path and body of what arrives at the server, sorted. */
  readonly log: readonly string[];
}

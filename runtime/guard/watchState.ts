import { type Coverage, RuntimeError } from "../contract/index.ts";
import type { DispatchStep, Watch, WatchedCommand } from "../ports/guard.ts";
import type { NewEvidence } from "../ports/handler.ts";
import { type Exchange, exchangeBody, exchangeEvidence, seenDispatch } from "./exchange.ts";
import { shownUrl } from "./shownUrl.ts";
import type { Denial } from "./tether.ts";

/** A submit that was stopped in the page, before any request. */
export interface StoppedSubmit {
  readonly control: string;
  readonly form: string;
  readonly trigger: "control" | "key" | "script";
}

const mostItems = 64;

/** What is seen of one command, and the only place that records it. */
export class WatchState {
  readonly command: WatchedCommand;
  readonly exchanges: Exchange[] = [];
  readonly #reasons = new Set<string>();
  readonly #items: NewEvidence[] = [];
  #stopped: RuntimeError | null = null;
  #denied: RuntimeError | null = null;
  #readByScript = false;
  #failure: RuntimeError | null = null;
  readonly #afterFence: boolean;
  readonly #addresses = new Set<string>();
  readonly #whenOver: (() => void)[] = [];

  /**
   * `reasons`: what degrades its coverage from the start. `afterFence`: the page's command before was told that it sent
   * nothing, so what that one meant to send may still come, beside what this one sends.
   */
  constructor(command: WatchedCommand, reasons: readonly string[], afterFence = false) {
    this.command = command;
    this.#afterFence = afterFence;
    for (const reason of reasons) this.#reasons.add(reason);
  }

  get armed(): boolean {
    return this.command.class === "boundary";
  }

  coverage(): Coverage {
    const reasons = [...this.#reasons].slice(0, 16);
    return reasons.length === 0 ? { state: "whole" } : { state: "degraded", reasons };
  }

  /** Durable before it returns, so that what follows may go unseen. */
  async degrade(reason: string): Promise<void> {
    if (this.#reasons.has(reason)) return;
    this.#reasons.add(reason);
    await this.command.degrade(this.coverage());
  }

  /** Whether a request may be dispatched for this command; after a fence, each address once. */
  mayDispatch(method: string, url: string): boolean {
    if (!this.#afterFence) return true;
    const address = `${method} ${url.split(/[?#]/)[0]}`;
    if (this.#addresses.has(address)) return false;
    this.#addresses.add(address);
    return true;
  }

  /** Calls this when the command has ended. */
  whenOver(call: () => void): void {
    this.#whenOver.push(call);
  }

  async begin(exchange: Exchange): Promise<void> {
    this.exchanges.push(exchange);
    await this.#record({ requestId: exchange.requestId, state: "dispatched", body: exchangeBody(exchange) });
  }

  async progress(exchange: Exchange): Promise<void> {
    await this.#record({
      requestId: exchange.requestId,
      state: exchange.state,
      body: exchangeBody(exchange),
    });
  }

  /** Nothing may go out any more once the journal has failed. */
  async #record(step: DispatchStep): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    try {
      await this.command.record(step);
    } catch (error) {
      this.#failure =
        error instanceof RuntimeError
          ? error
          : new RuntimeError("journalFailed", "a dispatch could not be recorded", { cause: error });
      throw this.#failure;
    }
  }

  /** Something was read before anything was dispatched; durable before it returns. */
  async noteRead(): Promise<void> {
    if (this.exchanges.length > 0) return;
    this.#readByScript = true;
    await this.degrade("readBeforeDispatch");
  }

  noteRequest(method: string, url: string, resourceType: string, action: "letGo" | "stopped"): void {
    if (action === "stopped") {
      this.#stopped ??= new RuntimeError(
        "boundaryRequired",
        `a ${method} to ${shownUrl(url)} was stopped: it may have an effect and no boundary command was running`,
        { details: { method, url: shownUrl(url) } },
      );
    }
    if (this.#items.length >= mostItems) return;
    this.#items.push({
      kind: "unguardedRequest",
      untrusted: true,
      method: method.slice(0, 16),
      url: shownUrl(url),
      resourceType,
      action,
    });
  }

  noteSubmit(submit: StoppedSubmit): void {
    this.#stopped ??= new RuntimeError(
      "boundaryRequired",
      `the form "${submit.form}" was about to be submitted by "${submit.control}": no boundary command was running`,
      { details: { control: submit.control, form: submit.form, trigger: submit.trigger } },
    );
    if (this.#items.length < mostItems)
      this.#items.push({ kind: "submitBlocked", untrusted: true, ...submit });
  }

  noteDenial({ host, port, address, rule }: Denial): void {
    this.#denied ??= new RuntimeError(
      "networkPolicyDenied",
      `${host}:${port} (${address}) is not allowed: ${rule}`,
      {
        details: { host, port, address, rule },
      },
    );
  }

  view(fence: () => void, told: () => Promise<void>, end: () => Promise<void>): Watch {
    return {
      fence,
      told,
      coverage: () => this.coverage(),
      dispatches: () => this.exchanges.map(seenDispatch),
      readByScript: () => this.#readByScript,
      stopped: () => this.#failure ?? this.#stopped,
      denied: () => this.#denied,
      evidence: () => [...this.exchanges.slice(0, mostItems).map(exchangeEvidence), ...this.#items],
      end: () => {
        for (const call of this.#whenOver.splice(0)) call();
        return end();
      },
    };
  }
}

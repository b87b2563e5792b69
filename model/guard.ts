import { RuntimeError } from "../runtime/contract/index.ts";
import type { GuardPort, SeenDispatch, WatchedCommand } from "../runtime/ports/guard.ts";
import type { Life } from "./life.ts";
import type { Manners, Site } from "./site.ts";
import type { VirtualTime } from "./virtualTime.ts";

type Answer = Manners["answer"] | "blocked";

/** What the page of the model asks of its guard. */
export interface ModelGuard extends GuardPort {
  /** A form that is about to leave the page; resolves with what became of it. */
  leave(pageId: string, work: string): Promise<Answer>;
}

interface Armed {
  readonly command: WatchedCommand;
  readonly seen: { state: SeenDispatch["state"]; status: number | null }[];
  /** The command before was told that nothing was sent: what it meant to send may come late, and then comes twice. */
  readonly afterFence: boolean;
  stopped: RuntimeError | null;
}

const statusOf = { redirect: 303, thanks: 200, invalid: 422, error: 500 } as const;
const submitUrl = "http://site.test/submit";

const dispatchBody = (answer: Answer | null): string =>
  JSON.stringify({
    method: "POST",
    url: submitUrl,
    status: answer !== null && answer in statusOf ? statusOf[answer as keyof typeof statusOf] : null,
    location: answer === "redirect" ? "/done" : null,
  });

/** The rules of the real guard without its browser: a record first, then the request; nothing outside a boundary. */
export const openGuard = (site: Site, time: VirtualTime, life: Life, newId: () => string): ModelGuard => {
  const armed = new Map<string, Armed>();
  const fenced = new Set<string>();

  return {
    async watch(command) {
      await life.step();
      const lifts = command.class === "boundary" || command.navigates;
      const afterFence = lifts && fenced.delete(command.pageId);
      const one: Armed = { command, seen: [], afterFence, stopped: null };
      armed.set(command.pageId, one);
      return {
        coverage: () => ({ state: "whole" }),
        dispatches: () =>
          one.seen.map(({ state, status }) => ({
            state,
            status,
            method: "POST",
            url: submitUrl,
            resourceType: "Document",
            retryAfter: null,
          })),
        readByScript: () => false,
        told: () => life.step(),
        stopped: () => one.stopped,
        denied: () => null,
        evidence: () => [],
        fence() {
          fenced.add(command.pageId);
        },
        async end() {
          if (armed.get(command.pageId) === one) armed.delete(command.pageId);
        },
      };
    },

    async leave(pageId, work) {
      const one = armed.get(pageId);
      if (one === undefined || fenced.has(pageId)) return "blocked";
      const { command, seen } = one;
      if (command.class !== "boundary") {
        one.stopped = new RuntimeError("boundaryRequired", "a form was about to be sent");
        return "blocked";
      }
      if (one.afterFence && seen.length > 0) return "blocked";
      const requestId = newId();
      const step: Armed["seen"][number] = { state: "dispatched", status: null };
      seen.push(step);
      await command.record({ requestId, state: "dispatched", body: dispatchBody(null) });
      await life.step();
      const { answer, answersAfter } = site.manners;
      if (answer !== "refused") site.receive(work, command.commandId);
      await new Promise<void>((resolve) =>
        time.after(answer === "never" ? 3_600_000 : answersAfter, resolve),
      );
      await life.step();
      const state =
        answer === "refused" ? "refused" : answer === "cut" || answer === "never" ? "failed" : "answered";
      await command.record({ requestId, state, body: dispatchBody(answer) });
      step.state = state;
      step.status = answer in statusOf ? statusOf[answer as keyof typeof statusOf] : null;
      return answer;
    },
    checkProxy: async () => {},
    close: async () => {},
    turnedAway: () => 0,
  };
};

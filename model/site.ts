import type { VirtualTime } from "./virtualTime.ts";

/** How the site treats a submit. Times in milliseconds from its arrival. */
export interface Manners {
  readonly name: string;
  /** When the effect happens; null for never. */
  readonly appliesAfter: number | null;
  readonly answersAfter: number;
  readonly answer: "redirect" | "thanks" | "invalid" | "error" | "cut" | "refused" | "never";
}

/** Every way a site may treat a submit; no effect comes later than the time a probe allows for (docs/decisions). */
export const allManners: readonly Manners[] = [
  { name: "quick redirect", appliesAfter: 0, answersAfter: 0, answer: "redirect" },
  { name: "slow redirect", appliesAfter: 4_000, answersAfter: 5_000, answer: "redirect" },
  { name: "quick answer", appliesAfter: 0, answersAfter: 10, answer: "thanks" },
  { name: "applies and cuts", appliesAfter: 0, answersAfter: 50, answer: "cut" },
  { name: "cuts and never applies", appliesAfter: null, answersAfter: 0, answer: "cut" },
  { name: "cuts and applies later", appliesAfter: 20_000, answersAfter: 0, answer: "cut" },
  { name: "invalid values", appliesAfter: null, answersAfter: 10, answer: "invalid" },
  { name: "error though applied", appliesAfter: 0, answersAfter: 10, answer: "error" },
  { name: "error and not applied", appliesAfter: null, answersAfter: 10, answer: "error" },
  { name: "applies and never answers", appliesAfter: 1_000, answersAfter: 0, answer: "never" },
  { name: "nobody listens", appliesAfter: null, answersAfter: 0, answer: "refused" },
];

/** One submit as it arrived. */
export interface Received {
  /** What the form was filled with: names the line of work. */
  readonly work: string;
  readonly commandId: string;
  applied: boolean;
}

/** A server that counts. */
export interface Site {
  manners: Manners;
  receive(work: string, commandId: string): void;
  received(): readonly Received[];
  timesApplied(work: string): number;
}

export const openSite = (time: VirtualTime): Site => {
  const received: Received[] = [];
  const [quick] = allManners;
  if (quick === undefined) throw new Error("no manners");
  return {
    manners: quick,
    receive(work, commandId) {
      const one: Received = { work, commandId, applied: false };
      received.push(one);
      const { appliesAfter } = this.manners;
      const apply = () => {
        one.applied = true;
      };
      if (appliesAfter === 0) apply();
      else if (appliesAfter !== null) time.after(appliesAfter, apply);
    },
    received: () => received,
    timesApplied: (work) => received.filter((one) => one.work === work && one.applied).length,
  };
};

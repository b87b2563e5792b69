import fc from "fast-check";
import { allManners, type Manners } from "./site.ts";

/** One thing a client, a person, the world or bad luck does. `dies`: the process dies at that step of it. */
export type Action =
  | {
      readonly does: "submit";
      readonly manners: Manners;
      readonly probe: boolean;
      readonly key: boolean;
      readonly timeoutMs: number;
      readonly thinksMs: number;
      /** The process dies at this step of what comes before the submit itself. */
      readonly diesOnTheWay: number | null;
      readonly dies: number | null;
      readonly browserDies: number | null;
      /** How many clients send it at the same time. */
      readonly clients: number;
    }
  /** The last submit once more, by a client that lost the answer. */
  | { readonly does: "askAgain"; readonly by: "id" | "key"; readonly dies: number | null }
  /** Another command under the last submit's id or key. */
  | { readonly does: "mixUp"; readonly by: "id" | "key" }
  | { readonly does: "recover"; readonly dies: number | null; readonly browserDies: number | null }
  | { readonly does: "resolve"; readonly truthfully: boolean; readonly dies: number | null }
  | { readonly does: "kill"; readonly diesAgain: number | null }
  | { readonly does: "wait"; readonly ms: number };

const mostSteps = 80;
/** A step at which something dies, in one of `outOf` cases. */
const step = (outOf: number, most = mostSteps): fc.Arbitrary<number | null> =>
  fc.oneof(
    { weight: outOf - 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  );

const submit: fc.Arbitrary<Action> = fc.record({
  does: fc.constant("submit" as const),
  manners: fc.constantFrom(...allManners),
  probe: fc.boolean(),
  key: fc.boolean(),
  timeoutMs: fc.constantFrom(2_500, 8_000),
  thinksMs: fc.constantFrom(0, 0, 0, 4_000),
  diesOnTheWay: step(8),
  dies: step(2),
  browserDies: step(6, 40),
  clients: fc.constantFrom(1, 1, 1, 2),
});
const by = fc.constantFrom("id" as const, "key" as const);

export const actionArbitrary: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: submit },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("recover" as const),
      dies: step(2),
      browserDies: step(6, 40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("askAgain" as const), by, dies: step(3, 10) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("mixUp" as const), by }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("resolve" as const),
      truthfully: fc.boolean(),
      dies: step(3, 8),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("kill" as const), diesAgain: step(2, 20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      ms: fc.constantFrom(100, 5_000, 40_000, 8 * 24 * 3_600_000),
    }),
  },
);

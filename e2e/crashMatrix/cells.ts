import { type BehaviourName, behaviours } from "./behaviours.ts";
import { type Point, points } from "./points.ts";

export interface Cell {
  readonly point: Point;
  readonly behaviour: BehaviourName;
  readonly probe: boolean;
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => {
  const isKey = (key: string): key is K => key in table;
  return Object.keys(table).filter(isKey);
};

export const pointNames: readonly Point[] = keysOf(points);
const behaviourNames: readonly BehaviourName[] = keysOf(behaviours);
const probes = [false, true] as const;

export const cellName = ({ point, behaviour, probe }: Cell): string =>
  `${point}, ${behaviour}, ${probe ? "with" : "without"} probe`;

export const allCells: readonly Cell[] = pointNames.flatMap((point) =>
  behaviourNames.flatMap((behaviour) => probes.map((probe) => ({ point, behaviour, probe }))),
);

/** After so many turns every cell has had its own. */
export const turns = behaviourNames.length;

/** One cell of each crash point with and without probe; the behaviours go round, so that each occurs in every turn. */
export const cellsOfTurn = (turn: number): readonly Cell[] =>
  pointNames.flatMap((point, row) =>
    probes.flatMap((probe) => {
      const behaviour = behaviourNames[(turn + row + (probe ? 4 : 0)) % turns];
      return behaviour === undefined ? [] : [{ point, behaviour, probe }];
    }),
  );

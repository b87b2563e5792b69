import { z } from "zod";

/**
 * How the browser is held. `connectOverCDP` and `defaultContext` reach a browser that survives: the one makes a context of its
 * own, which Chromium discards with the connection; the other uses the one that is there, and that stays.
 */
export const waySchema = z.enum(["launch", "persistent", "connectOverCDP", "defaultContext"]);
export type Way = z.infer<typeof waySchema>;

export const protocolSchema = z.enum(["http", "https"]);
export type Protocol = z.infer<typeof protocolSchema>;

/** The ways in which a page sends something; `nothing` is a click without effect. */
export const kindSchema = z.enum(["form", "fetch", "fetchPut", "keepalive", "beacon", "link", "nothing"]);
export type Kind = z.infer<typeof kindSchema>;

/** Whether the browser outlives the process that holds it. */
export const survives = (way: Way): boolean => way === "connectOverCDP" || way === "defaultContext";

/** One way of holding a browser, and whether its traffic goes through the tether. */
export interface Cell {
  readonly way: Way;
  readonly protocol: Protocol;
  readonly tethered: boolean;
}

export const cellName = ({ way, protocol, tethered }: Cell): string =>
  `${way} ${protocol} ${tethered ? "guarded" : "control"}`;

const protocols = protocolSchema.options;
const cellsOf = (ways: readonly Way[], tethered: boolean): readonly Cell[] =>
  ways.flatMap((way) => protocols.map((protocol) => ({ way, protocol, tethered })));

/** Where the claim is made. */
export const guardedCells = cellsOf(waySchema.options, true);
/** The same without the tether: what it is for. */
export const controlCells = cellsOf(waySchema.options, false);
/** The ways that leak without the tether, as `controlCells` measures them. */
export const leakyCells = cellsOf(["persistent", "defaultContext"], false);

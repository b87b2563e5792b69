import { registrationJob } from "../support/jobs.ts";
import { behaviours } from "./behaviours.ts";
import type { Cell } from "./cells.ts";

const transferJob = (base: string, more: string): string => `url: ${base}/transfer
fields:
  - { purpose: member number, value: M-2207 }
  - { purpose: points, value: 350 }
submit: { purpose: transfer the points }
expect: { text: Transfer complete }
${more}`;

const probes = {
  transfer: (base: string) =>
    `probe: { url: ${base}/transfers, applied: { text: 350 points to M-2207 }, notApplied: { text: No transfers yet } }`,
  register: (base: string) =>
    `probe: { url: ${base}/orders, applied: { text: Ada Lovelace }, notApplied: { text: No registrations yet } }`,
} as const;

/** Seconds a submit may take: short where nothing to see will ever come. */
const timeoutOf = ({ behaviour }: Cell): number =>
  behaviours[behaviour].live === "needsReconciliation" ? 10 : 40;

/** The job file of a cell on a run's site. */
export const jobOf = (cell: Cell, base: string): string => {
  const { site } = behaviours[cell.behaviour];
  const more = `${cell.probe ? `${probes[site](base)}\n` : ""}timeout: ${timeoutOf(cell)}\n`;
  return site === "register" ? registrationJob(base, more) : transferJob(base, more);
};

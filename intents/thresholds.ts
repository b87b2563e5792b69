/** Every number of the resolver that decides rather than describes, in one place. */
export const thresholds = {
  /** Below it no field is touched: "card number" and "Gift card number" reach 0.63, and only a second sign may lift that. */
  field: 0.64,
  /** Below it no button is touched: "Submit" answers any purpose that submits with 0.6. */
  action: 0.58,
  /** Below it no text is read out. */
  reading: 0.58,
  /** How far the winner must lead. One telling word more or less moves a score by about 0.14; less than that is chance. */
  margin: 0.1,
  /** From here on a rival that answers a word the leader leaves open makes the choice a person's. */
  rival: 0.45,
  /** What a label or accessible name given as a hint is worth before the purpose is read: enough to be found, not to lead. */
  hinted: 0.75,
  /** A hint that is only part of the label. */
  hintedInPart: 0.65,
  /** What the only submit button of the form just completed is worth to a purpose that submits. */
  onlySubmit: 0.85,
  /** Only exact equality of texts scores 1. */
  similar: 0.95,
} as const;

// Sums of binary fractions must not decide on which side of the margin a candidate falls.
const grain = 1e-9;

export const leads = (winner: number, rival: number): boolean => winner - rival >= thresholds.margin - grain;
export const reaches = (score: number, bar: number): boolean => score >= bar - grain;

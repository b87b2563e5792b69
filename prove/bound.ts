/**
 * The highest rate per trial that `trials` trials without a hit leave possible at 95 %: 1 − 0.05^(1/trials), which the
 * "rule of three" rounds up to 3/trials. Without trials nothing is known, and the bound is 1.
 */
export const upperBound = (trials: number): number => (trials <= 0 ? 1 : 1 - 0.05 ** (1 / trials));

/** As text, in percent, rounded up so that it never promises more. */
export const shownBound = (trials: number): string => {
  const percent = upperBound(trials) * 100;
  return percent >= 10 ? `${Math.ceil(percent)} %` : `${(Math.ceil(percent * 10) / 10).toFixed(1)} %`;
};

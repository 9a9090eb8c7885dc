/**
 * The interval of a rate by Wilson (1927), for whoever has a quantile at hand.
 *
 * @module
 */

/** The quantile of the normal distribution that leaves 2.5 % on each side: an interval of 95 %. */
export const Z_95 = 1.959963984540054;

/**
 * Both ends of the interval, each within 0 to 1.
 *
 * @param count How many succeeded, 0 to `total`.
 * @param total How many there were, 1 or more.
 * @param z The quantile of the normal distribution that goes with the confidence.
 */
export function wilsonBounds(
  count: number,
  total: number,
  z: number,
): { readonly low: number; readonly high: number } {
  const rate = count / total;
  const spread = (z * z) / total;
  const middle = (rate + spread / 2) / (1 + spread);
  const reach = (z * Math.sqrt((rate * (1 - rate)) / total + spread / total / 4)) / (1 + spread);
  // Where all or none succeeded an end is exactly 1 or 0, which rounding would miss.
  const low = count === 0 ? 0 : Math.max(0, middle - reach);
  const high = count === total ? 1 : Math.min(1, middle + reach);
  return { low, high };
}

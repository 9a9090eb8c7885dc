/**
 * The special functions behind the bounds: the incomplete beta function and the normal quantile.
 *
 * @module
 */

/**
 * The regularized incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22).
 * The chance that a binomial of n and x is k or more is I_x(k, n - k + 1).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side alone, and the other is its complement.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x)) / a;
  return front * fraction(x, a, b);
}

/** The x for which I_x(a, b) is p, by bisection: it is monotone, and a bound is not computed often. */
export function inverseBeta(p: number, a: number, b: number): number {
  return bisect((x) => incompleteBeta(x, a, b) - p, 0, 1);
}

/** The z that a standard normal stays below with probability p, for p of 0.5 or more. */
export function normalQuantile(p: number): number {
  return bisect((z) => normal(z) - p, 0, MAX_Z);
}

/** Where an increasing function crosses zero, to the last bit that halving can find. */
export function bisect(rises: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < MAX_HALVINGS; step += 1) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (rises(middle) < 0) low = middle;
    else high = middle;
  }
  return low + (high - low) / 2;
}

const MAX_HALVINGS = 1_100;
const MAX_Z = 9;
const MAX_TERMS = 100_000;
const TINY = 1e-300;
const PRECISION = 1e-15;

/** The continued fraction, by the method of Lentz. */
function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = invert(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = invert(1 + even * d);
    c = awayFromZero(1 + even / c);
    product *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = invert(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const change = d * c;
    product *= change;
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return product;
}

function invert(value: number): number {
  return 1 / awayFromZero(value);
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** The logarithm of the gamma function for x of 1 or more: Stirling's series, shifted upwards. */
function logGamma(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < 15) {
    product *= shifted;
    shifted += 1;
  }
  const inverse = 1 / (shifted * shifted);
  // The Bernoulli numbers over 2n(2n-1), DLMF 5.11.1; from 15 on the next term is below 1e-16.
  const series =
    (1 / 12 -
      inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse * (1 / 1188))))) /
    shifted;
  const stirling = (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2;
  return stirling + series - Math.log(product);
}

/** The normal distribution function for z of 0 or more, by its series (DLMF 7.6.2). */
function normal(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; term > PRECISION * sum; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

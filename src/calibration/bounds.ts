/**
 * How sure a count makes you of a rate: intervals and p-values of the binomial distribution.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { wilsonBounds } from '../wilson.js';
import { readOpenUnit, readUnit, readWhole, readWord, refuseOption } from './checks.js';
import { incompleteBeta, inverseBeta, normalQuantile } from './special.js';

/** An interval of rates. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The options of {@link clopperPearson} and {@link wilson}. */
export interface IntervalOptions {
  /** How sure it is, above 0 and below 1. Defaults to 0.95. */
  readonly confidence?: number | undefined;
  /** Which ends are bounds; the other one is then 0 or 1. Defaults to `both`. */
  readonly side?: 'both' | 'lower' | 'upper' | undefined;
}

/**
 * The exact interval of a rate (Clopper and Pearson 1934): it holds the true rate at least as often
 * as it says.
 *
 * The upper bound of an error rate at confidence 1 - δ is the bound of Geifman and El-Yaniv (2017)
 * for one threshold that was fixed beforehand.
 *
 * @param successes How many of the trials succeeded, 0 to `trials`.
 * @param trials How many there were, 1 to 1,000,000,000.
 * @param options See {@link IntervalOptions}.
 * @returns The interval, of rates from 0 to 1.
 * @throws `JudgeError` `bad_option` for counts that are none, and for a wrong option.
 *
 * @example
 * ```ts
 * import { clopperPearson } from 'judgement/calibration';
 *
 * const { low } = clopperPearson(19, 20, { side: 'lower' });
 * console.log(low.toFixed(3)); // 0.784
 * ```
 */
export function clopperPearson(
  successes: number,
  trials: number,
  options: IntervalOptions = {},
): Interval {
  const { count, total, tail, side } = readCounts(successes, trials, options);
  // Each is the rate at which what was seen, or more of it, has only the probability of the tail.
  const low = side === 'upper' || count === 0 ? 0 : inverseBeta(tail, count, total - count + 1);
  const high =
    side === 'lower' || count === total ? 1 : 1 - inverseBeta(tail, total - count, count + 1);
  return Object.freeze({ low, high });
}

/**
 * The interval of Wilson (1927): narrower than the exact one, and right only on average.
 *
 * @param successes How many of the trials succeeded, 0 to `trials`.
 * @param trials How many there were, 1 to 1,000,000,000.
 * @param options See {@link IntervalOptions}.
 * @returns The interval, of rates from 0 to 1.
 * @throws `JudgeError` `bad_option` for counts that are none, and for a wrong option.
 *
 * @example
 * ```ts
 * import { wilson } from 'judgement/calibration';
 *
 * const { low, high } = wilson(95, 100);
 * console.log(low.toFixed(3), high.toFixed(3)); // 0.888 0.978
 * ```
 */
export function wilson(successes: number, trials: number, options: IntervalOptions = {}): Interval {
  const { count, total, tail, side } = readCounts(successes, trials, options);
  // Below a half, the quantile is that of the other tail, on the other side of zero.
  const z = tail <= 0.5 ? normalQuantile(1 - tail) : -normalQuantile(tail);
  const both = wilsonBounds(count, total, z);
  const low = side === 'upper' ? 0 : both.low;
  const high = side === 'lower' ? 1 : both.high;
  return Object.freeze({ low, high });
}

/**
 * The p-value against an error rate above `risk`: the probability of at most so many errors if the
 * rate were exactly `risk`. It is exact.
 *
 * @param errors How many were wrong, 0 to `trials`.
 * @param trials How many there were, 0 to 1,000,000,000; of none the p-value is 1.
 * @param risk The error rate, above 0 and below 1.
 * @returns The p-value.
 * @throws `JudgeError` `bad_option` for counts or a risk that are none.
 *
 * @example
 * ```ts
 * import { binomialPValue } from 'judgement/calibration';
 *
 * console.log(binomialPValue(0, 59, 0.05).toFixed(4)); // 0.0485
 * ```
 */
export function binomialPValue(errors: number, trials: number, risk: number): number {
  const total = readWhole(trials, 0, MAX_TRIALS, 'trials');
  const count = readWhole(errors, 0, total, 'errors');
  return atMost(count, total, readOpenUnit(risk, 'risk'));
}

/**
 * The p-value of Hoeffding and Bentkus against a mean loss above `risk` (Bates and others 2021), for
 * losses from 0 to 1 that need not be 0 or 1. For errors, {@link binomialPValue} is smaller.
 *
 * @param meanLoss The mean of the losses, 0 to 1.
 * @param trials How many there were, 1 to 1,000,000,000.
 * @param risk The mean loss that is tested against, above 0 and below 1.
 * @returns The p-value, at most 1.
 * @throws `JudgeError` `bad_option` for numbers out of range.
 *
 * @example
 * ```ts
 * import { hoeffdingBentkusPValue } from 'judgement/calibration';
 *
 * console.log(hoeffdingBentkusPValue(0.02, 100, 0.05).toFixed(4)); // 0.2969
 * ```
 */
export function hoeffdingBentkusPValue(meanLoss: number, trials: number, risk: number): number {
  const mean = readUnit(meanLoss, 'meanLoss');
  const total = readWhole(trials, 1, MAX_TRIALS, 'trials');
  const bound = readOpenUnit(risk, 'risk');
  const hoeffding = Math.exp(-total * relativeEntropy(Math.min(mean, bound), bound));
  // A mean of 0.03 over 500 is 15 losses, and not 16 because the product is a hair above.
  const losses = Math.min(total, Math.ceil(Math.round(total * mean * 1e9) / 1e9));
  const bentkus = Math.E * atMost(losses, total, bound);
  return Math.min(1, hoeffding, bentkus);
}

/** The most trials: of more, doubles tell the binomial's tails apart no more. */
const MAX_TRIALS = 1_000_000_000;

/** The probability that a binomial is at most `count`. */
function atMost(count: number, total: number, rate: number): number {
  return count >= total ? 1 : incompleteBeta(1 - rate, total - count, count + 1);
}

function relativeEntropy(a: number, b: number): number {
  const first = a === 0 ? 0 : a * Math.log(a / b);
  const second = a === 1 ? 0 : (1 - a) * Math.log((1 - a) / (1 - b));
  return first + second;
}

function readCounts(successes: unknown, trials: unknown, options: IntervalOptions) {
  checkOptions(options, ['confidence', 'side'], 'options');
  const { confidence = 0.95, side = 'both' } = options;
  const total = readWhole(trials, 0, MAX_TRIALS, 'trials');
  if (total === 0) {
    const rule = 'a rate is of at least one trial';
    refuseOption('trials', rule, 'say that there is no rate: of nothing it is neither 0 nor 1');
  }
  const sided = readWord(side, ['both', 'lower', 'upper'], 'options.side');
  const left = 1 - readOpenUnit(confidence, 'options.confidence');
  return {
    total,
    count: readWhole(successes, 0, total, 'successes'),
    side: sided,
    tail: sided === 'both' ? left / 2 : left,
  };
}

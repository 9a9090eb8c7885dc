/**
 * Conformal bounds: of an expected loss, and of how strange a further example is.
 *
 * @module
 */
import { meets } from '../decide.js';
import { readOpenUnit, refuseOption } from './checks.js';
import { type Measured, type Tally, tally } from './tally.js';

/**
 * Conformal risk control (Angelopoulos and others 2022): the lowest threshold at which the expected
 * share of all inputs that is handled and wrong is at most `risk`.
 *
 * It bounds an expectation and a share of all measured inputs, not the accuracy among the handled.
 *
 * @param answers Measured answers, or a tally.
 * @param risk The bound, above 0 and below 1.
 * @returns The threshold, one of the probabilities observed; `undefined` where only handling none
 *   at all would do.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { conformalThreshold } from 'judgement/calibration';
 *
 * const answers = Array.from({ length: 99 }, (_, index) => ({
 *   probability: (99 - index) / 100,
 *   correct: index % 10 !== 9,
 * }));
 * console.log(conformalThreshold(answers, 0.05)); // 0.51
 * ```
 */
export function conformalThreshold(
  answers: Iterable<Measured> | Tally,
  risk: number,
): number | undefined {
  const bound = readOpenUnit(risk, 'risk');
  const { count, steps } = tally(answers);
  let errors = 0;
  let found: number | undefined;
  for (const step of steps) {
    errors += step.count - step.correct;
    // The loss is monotone, and so the first threshold that is too loose ends it.
    if (!meets(bound, (errors + 1) / (count + 1))) break;
    found = step.probability;
  }
  return found;
}

/**
 * The quantile of split-conformal prediction: the smallest of n scores that at least (n+1)(1-risk)
 * of them do not exceed.
 *
 * @param scores How strange each labelled example is, any finite numbers.
 * @param risk How often a further one may be stranger, above 0 and below 1.
 * @returns The score; infinity where there are too few for this risk.
 * @throws `JudgeError` `bad_option` for a score that is no finite number, and for the risk.
 *
 * @example
 * ```ts
 * import { conformalQuantile } from 'judgement/calibration';
 *
 * const scores = [0.05, 0.12, 0.2, 0.22, 0.31, 0.4, 0.44, 0.58, 0.7, 0.93];
 * console.log(conformalQuantile(scores, 0.2)); // 0.7
 * ```
 */
export function conformalQuantile(scores: readonly number[], risk: number): number {
  const bound = readOpenUnit(risk, 'risk');
  const sorted = Float64Array.from(readScores(scores)).sort();
  // 11 times 0.8 is a hair above 8.8 or below, and must not be a hair above a whole number.
  const rank = Math.ceil(Math.round((sorted.length + 1) * (1 - bound) * 1e9) / 1e9);
  return sorted[rank - 1] ?? Number.POSITIVE_INFINITY;
}

function readScores(scores: unknown): readonly number[] {
  if (!Array.isArray(scores)) return refuseOption('scores', 'scores are a list', 'pass numbers');
  const given: readonly unknown[] = scores;
  // Unlike map() it stops at holes as well.
  return Array.from(given, (value, index) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return refuseOption(`scores[${index}]`, 'a score is a finite number', 'pass numbers alone');
  });
}

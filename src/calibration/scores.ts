/**
 * Proper scores: what a probability costs when the truth is known.
 *
 * @module
 */
import { type Measured, type Tally, tally } from './tally.js';

/**
 * The Brier score: the mean squared distance of the probability from what came true.
 *
 * @param answers Measured answers, or a tally.
 * @returns The score, 0 to 1, lower is better; `NaN` of no answers.
 * @throws `JudgeError` `bad_label` as {@link tally} does.
 *
 * @example
 * ```ts
 * import { brier } from 'judgement/calibration';
 *
 * console.log(brier([{ probability: 0.5, correct: true }])); // 0.25
 * ```
 */
export function brier(answers: Iterable<Measured> | Tally): number {
  return mean(
    tally(answers),
    (probability, isTrue) => (isTrue ? 1 - probability : probability) ** 2,
  );
}

/**
 * The mean negative logarithm of the probability that was given to what came true.
 *
 * A probability of 0 or 1 that is wrong would cost without limit, and 2 decimals round to both:
 * probabilities are taken to be at least 10^-15 away from either.
 *
 * @param answers Measured answers, or a tally.
 * @returns The loss in nats, 0 or more, lower is better; `NaN` of no answers.
 * @throws `JudgeError` `bad_label` as {@link tally} does.
 *
 * @example
 * ```ts
 * import { logLoss } from 'judgement/calibration';
 *
 * console.log(logLoss([{ probability: 0.5, correct: true }]).toFixed(4)); // 0.6931
 * ```
 */
export function logLoss(answers: Iterable<Measured> | Tally): number {
  return mean(tally(answers), (probability, isTrue) => {
    const given = isTrue ? probability : 1 - probability;
    return -Math.log(Math.min(1 - LEAST, Math.max(LEAST, given)));
  });
}

const LEAST = 1e-15;

function mean({ count, steps }: Tally, cost: (probability: number, isTrue: boolean) => number) {
  let sum = 0;
  for (const { probability, count: all, correct } of steps) {
    sum += correct * cost(probability, true) + (all - correct) * cost(probability, false);
  }
  return sum / count;
}

/**
 * Risk against coverage: how wrong a judge is on the share of answers that it is surest of.
 *
 * @module
 */
import { type Measured, type Tally, tally } from './tally.js';

/** What comes of handling every answer from one probability on. */
export interface RiskPoint {
  /** The lowest probability that is handled: one that was observed. */
  readonly threshold: number;
  readonly handled: number;
  readonly correct: number;
  /** The share of all measured answers that is handled. */
  readonly coverage: number;
  /** The share of the handled that is wrong. */
  readonly risk: number;
}

/** The area under the risk–coverage curve. */
export interface CurveArea {
  /** The mean risk over all coverages. */
  readonly aurc: number;
  /** The same, if every right answer were surer than every wrong one. */
  readonly optimal: number;
  /** How much more it is than that. */
  readonly excess: number;
}

/**
 * The risk–coverage curve: one point for each probability that was observed, strictest first.
 * Answers that tie are handled together or not at all.
 *
 * @param answers Measured answers, or a tally.
 * @returns The points.
 * @throws `JudgeError` `bad_label` as {@link tally} does.
 *
 * @example
 * ```ts
 * import { riskCoverage } from 'judgement/calibration';
 *
 * const points = riskCoverage([
 *   { probability: 0.9, correct: true },
 *   { probability: 0.6, correct: false },
 * ]);
 * console.log(points.map(({ coverage, risk }) => [coverage, risk])); // [ [ 0.5, 0 ], [ 1, 0.5 ] ]
 * ```
 */
export function riskCoverage(answers: Iterable<Measured> | Tally): readonly RiskPoint[] {
  const { count, steps } = tally(answers);
  let handled = 0;
  let correct = 0;
  const points = steps.map((step) => {
    handled += step.count;
    correct += step.correct;
    const risk = (handled - correct) / handled;
    const threshold = step.probability;
    return Object.freeze({ threshold, handled, correct, coverage: handled / count, risk });
  });
  return Object.freeze(points);
}

/**
 * The area under the risk–coverage curve (El-Yaniv and Wiener 2010), and how far it is from that of
 * a perfect order (Geifman and others 2019). Each of the answers that tie counts with the risk of
 * handling all of them.
 *
 * @param answers Measured answers, or a tally.
 * @returns The area, lower is better; `NaN` in each of its members for no answers.
 * @throws `JudgeError` `bad_label` as {@link tally} does.
 *
 * @example
 * ```ts
 * import { aurc } from 'judgement/calibration';
 *
 * const area = aurc([
 *   { probability: 0.9, correct: true },
 *   { probability: 0.6, correct: false },
 * ]);
 * console.log(area.aurc, area.excess); // 0.25 0
 * ```
 */
export function aurc(answers: Iterable<Measured> | Tally): CurveArea {
  const { count, correct, steps } = tally(answers);
  let [handled, wrong, area] = [0, 0, 0];
  for (const step of steps) {
    handled += step.count;
    wrong += step.count - step.correct;
    area += (step.count * wrong) / handled;
  }
  let best = 0;
  for (let errors = 1; errors <= wrong; errors += 1) best += errors / (correct + errors);
  const [mean, optimal] = [area / count, best / count];
  return Object.freeze({ aurc: mean, optimal, excess: mean - optimal });
}

/**
 * How far probabilities are from what comes true: bins, and the calibration errors made of them.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { clopperPearson, type Interval } from './bounds.js';
import { readWhole, readWord } from './checks.js';
import { type Measured, type Tally, type TallyStep, tally } from './tally.js';

/**
 * Which bin has a probability that is exactly on an edge. With `upper` a bin holds its upper edge,
 * `(low, high]`, and the first one 0 as well; with `lower` its lower edge, `[low, high)`, and the
 * last one 1 as well.
 */
export type EdgeRule = 'upper' | 'lower';

/** How answers are put into bins. */
export interface BinOptions {
  /** How many bins there are, 1 to 1 000. Defaults to 10. */
  readonly bins?: number | undefined;
  /** Who has the edges. Defaults to `upper`. */
  readonly edges?: EdgeRule | undefined;
  /**
   * With `width` all bins are equally wide; with `mass` they hold about equally many answers, cut at
   * the quantiles, and answers that tie stay together. Defaults to `width`.
   */
  readonly by?: 'width' | 'mass' | undefined;
}

/** The answers of one bin. */
export interface Bin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly correct: number;
  /** The mean of their probabilities. */
  readonly mean: number;
  /** The share of them that is correct. */
  readonly accuracy: number;
  /** The exact 95 % interval of the accuracy. */
  readonly interval: Interval;
}

/**
 * Puts answers into bins: what a reliability diagram shows. Empty bins are left out.
 *
 * Edges are compared in whole units of 10^-12, so that 0.3 is on the edge 3/10 whatever doubles
 * make of either.
 *
 * @param answers Measured answers, or a tally.
 * @param options See {@link BinOptions}.
 * @returns The bins that hold answers, lowest first.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { reliability } from 'judgement/calibration';
 *
 * const [bin] = reliability([
 *   { probability: 0.72, correct: true },
 *   { probability: 0.8, correct: false },
 * ]);
 * console.log(bin?.low, bin?.high, bin?.mean, bin?.accuracy); // 0.7 0.8 0.76 0.5
 * ```
 */
export function reliability(
  answers: Iterable<Measured> | Tally,
  options: BinOptions = {},
): readonly Bin[] {
  return Object.freeze(fill(answers, options).map(toBin));
}

/**
 * The expected calibration error: the mean gap between probability and accuracy over the bins, each
 * with the weight of its answers (Naeini and others 2015, Guo and others 2017).
 *
 * Of few answers it is too high on average, so give their number beside it. Of none it is `NaN`.
 *
 * @param answers Measured answers, or a tally.
 * @param options See {@link BinOptions}; the bins and the edge rule are part of the figure.
 * @returns The error, 0 to 1.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { ece } from 'judgement/calibration';
 *
 * const answers = [0.25, 0.25, 0.55, 0.75, 0.75].map((probability, index) => ({
 *   probability,
 *   correct: index > 1,
 * }));
 * console.log(ece(answers).toFixed(2), ece(answers, { bins: 2 }).toFixed(2)); // 0.29 0.29
 * ```
 */
export function ece(answers: Iterable<Measured> | Tally, options: BinOptions = {}): number {
  const bins = fill(answers, options);
  return over(bins, (gap) => gap);
}

/**
 * The greatest gap between probability and accuracy of any bin.
 *
 * @param answers Measured answers, or a tally.
 * @param options See {@link BinOptions}.
 * @returns The error, 0 to 1; `NaN` of no answers.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { mce } from 'judgement/calibration';
 *
 * console.log(mce([{ probability: 0.75, correct: true }])); // 0.25
 * ```
 */
export function mce(answers: Iterable<Measured> | Tally, options: BinOptions = {}): number {
  const bins = fill(answers, options);
  return bins.length === 0 ? Number.NaN : bins.reduce((most, bin) => Math.max(most, gapOf(bin)), 0);
}

/**
 * The root of the mean squared gap, with the weights of {@link ece}.
 *
 * @param answers Measured answers, or a tally.
 * @param options See {@link BinOptions}.
 * @returns The error, 0 to 1; `NaN` of no answers.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { rmsce } from 'judgement/calibration';
 *
 * console.log(rmsce([{ probability: 0.75, correct: true }])); // 0.25
 * ```
 */
export function rmsce(answers: Iterable<Measured> | Tally, options: BinOptions = {}): number {
  const bins = fill(answers, options);
  return Math.sqrt(over(bins, (gap) => gap * gap));
}

/** Whole units that probabilities are compared in. */
const UNITS = 1e12;
const MAX_BINS = 1_000;

interface Filled {
  readonly low: number;
  readonly high: number;
  count: number;
  correct: number;
  /** The sum of the probabilities. */
  sum: number;
}

/** Fills the bins, always in the order of the steps, so that sums come out the same. */
function fill(answers: Iterable<Measured> | Tally, options: BinOptions): readonly Filled[] {
  checkOptions(options, ['bins', 'edges', 'by'], 'options');
  const count = readWhole(options.bins ?? 10, 1, MAX_BINS, 'options.bins');
  const edges = readWord(options.edges ?? 'upper', ['upper', 'lower'], 'options.edges');
  const by = readWord(options.by ?? 'width', ['width', 'mass'], 'options.by');
  const tallied = tally(answers);
  const place = by === 'width' ? byWidth(count, edges) : byMass(tallied, count, edges);
  const filled = new Map<number, Filled>();
  for (const step of tallied.steps) {
    const { index, low, high } = place(step.probability);
    const bin = filled.get(index) ?? { low, high, count: 0, correct: 0, sum: 0 };
    bin.count += step.count;
    bin.correct += step.correct;
    bin.sum += step.probability * step.count;
    filled.set(index, bin);
  }
  return [...filled].sort(([left], [right]) => left - right).map(([, bin]) => bin);
}

type Place = (probability: number) => {
  readonly index: number;
  readonly low: number;
  readonly high: number;
};

function byWidth(count: number, edges: EdgeRule): Place {
  return (probability) => {
    // At most 1e15, so a whole number that a double holds exactly.
    const scaled = (Math.round(probability * UNITS) * count) / UNITS;
    const index =
      edges === 'upper'
        ? Math.max(0, Math.ceil(scaled) - 1)
        : Math.min(count - 1, Math.floor(scaled));
    return { index, low: index / count, high: (index + 1) / count };
  };
}

function byMass(tallied: Tally, count: number, edges: EdgeRule): Place {
  const cuts = Array.from({ length: count + 1 }, (_, cut) => quantile(tallied, cut / count));
  const inner = cuts.slice(1, -1);
  const isPast = (probability: number, cut: number): boolean =>
    edges === 'upper' ? probability > cut : probability >= cut;
  return (probability) => {
    const index = inner.filter((cut) => isPast(probability, cut)).length;
    return { index, low: cuts[index] ?? 0, high: cuts[index + 1] ?? 1 };
  };
}

/** The quantile with straight lines between the answers. */
function quantile({ count, steps }: Tally, share: number): number {
  const position = share * (count - 1);
  const below = at(steps, Math.floor(position));
  const above = at(steps, Math.ceil(position));
  return below + (above - below) * (position - Math.floor(position));
}

/** The probability of the answer at a place, counted from the lowest. */
function at(steps: readonly TallyStep[], place: number): number {
  let left = place;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step === undefined) break;
    if (left < step.count) return step.probability;
    left -= step.count;
  }
  return steps[0]?.probability ?? 0;
}

function toBin({ low, high, count, correct, sum }: Filled): Bin {
  const interval = clopperPearson(correct, count);
  const accuracy = correct / count;
  return Object.freeze({ low, high, count, correct, mean: sum / count, accuracy, interval });
}

function gapOf({ count, correct, sum }: Filled): number {
  return Math.abs(correct - sum) / count;
}

function over(bins: readonly Filled[], loss: (gap: number) => number): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const losses = bins.reduce((sum, bin) => sum + bin.count * loss(gapOf(bin)), 0);
  return losses / total;
}

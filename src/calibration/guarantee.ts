/**
 * Thresholds with a guarantee: Learn-then-Test.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { binomialPValue } from './bounds.js';
import { readOpenUnit, readUnit, refuseOption, rounded } from './checks.js';
import { handledAt } from './fit.js';
import { type Measured, type Tally, tally } from './tally.js';

/** One threshold that was tested. */
export interface ThresholdTest {
  readonly threshold: number;
  readonly handled: number;
  readonly errors: number;
  /** The exact binomial p-value against an accuracy below the target. */
  readonly pValue: number;
  readonly accepted: boolean;
}

/** A threshold, or none, and what is guaranteed of it. */
export interface Guarantee {
  /** The loosest threshold that was accepted; absent where not even the first one was. */
  readonly threshold?: number;
  readonly target: number;
  readonly delta: number;
  /** The tests, in order, up to the first that failed. */
  readonly tests: readonly ThresholdTest[];
  /** What it promises, in words. */
  readonly statement: string;
}

/** What {@link guaranteed} takes beside the answers. */
export interface GuaranteeOptions {
  /** The accuracy among the handled, above 0 and below 1. */
  readonly target: number;
  /** How often the promise may fail, above 0 and below 1. Defaults to 0.05. */
  readonly delta?: number | undefined;
  /**
   * The thresholds to test, strictest first, chosen without a look at the answers: by hand, or from
   * other answers with {@link candidateThresholds}.
   */
  readonly candidates: readonly number[];
}

/**
 * Chooses the loosest threshold that passes a sequence of tests (Learn-then-Test, Angelopoulos and
 * others 2021: fixed sequence, exact binomial p-values).
 *
 * The thresholds are tested from strict to loose, and the first whose p-value is above `delta` ends
 * it. With a probability of at least 1 - `delta` over the draw of the answers, the accuracy among
 * what the chosen threshold handles is at least the target, for inputs drawn as the answers were:
 * it says nothing of other inputs, another judge, or another question.
 *
 * The answers must not depend on each other: of a conversation, or of copies of one text, pass one.
 * {@link calibrate} draws one of each group by itself. And it is these answers that choose the
 * threshold, so an accuracy or a bound that is taken from them afterwards is too good.
 *
 * @param answers Measured answers that neither the candidates nor the judge were fitted on, none of
 *   which depends on another.
 * @param options See {@link GuaranteeOptions}.
 * @returns The threshold, if any, and every test up to the first that failed.
 * @throws `JudgeError` `bad_label` as {@link tally} does, `bad_option` for a wrong option and
 *   for candidates that are not in order.
 *
 * @example
 * ```ts
 * import { guaranteed } from 'judgement/calibration';
 *
 * const sure = Array.from({ length: 60 }, () => ({ probability: 0.97, correct: true }));
 * const unsure = Array.from({ length: 20 }, (_, index) => ({
 *   probability: 0.7,
 *   correct: index > 9,
 * }));
 * const candidates = [0.95, 0.7];
 * const { threshold, statement } = guaranteed([...sure, ...unsure], { target: 0.95, candidates });
 * console.log(threshold); // 0.95
 * console.log(statement.slice(0, 38)); // with probability 0.95 or more over the
 * ```
 */
export function guaranteed(
  answers: Iterable<Measured> | Tally,
  options: GuaranteeOptions,
): Guarantee {
  checkOptions(options, ['target', 'delta', 'candidates'], 'options');
  const target = readOpenUnit(options.target, 'options.target');
  const delta = readOpenUnit(options.delta ?? 0.05, 'options.delta');
  const candidates = readCandidates(options.candidates);
  const tallied = tally(answers);
  const tests: ThresholdTest[] = [];
  let threshold: number | undefined;
  for (const candidate of candidates) {
    const test = testOf(tallied, candidate, target, delta);
    tests.push(test);
    if (!test.accepted) break;
    threshold = candidate;
  }
  const statement = stateGuarantee(target, delta);
  const rest = { target, delta, tests: Object.freeze(tests), statement };
  return Object.freeze(threshold === undefined ? rest : { threshold, ...rest });
}

/**
 * Takes thresholds for {@link guaranteed} from other answers: the probabilities observed there,
 * strictest first, from the first that can be expected to handle enough to pass a test at all.
 *
 * @param answers Measured answers of the train half, or a tally.
 * @param options `target` and `delta` as for {@link guaranteed}; `tested`: how many measured answers
 *   the test will have.
 * @returns The thresholds; none where no test could pass.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { candidateThresholds } from 'judgement/calibration';
 *
 * const train = [0.99, 0.9, 0.8].flatMap((probability) =>
 *   Array.from({ length: 20 }, () => ({ probability, correct: true })),
 * );
 * console.log(candidateThresholds(train, { target: 0.9, tested: 60 })); // [ 0.9, 0.8 ]
 * ```
 */
export function candidateThresholds(
  answers: Iterable<Measured> | Tally,
  options: {
    readonly target: number;
    readonly delta?: number | undefined;
    readonly tested: number;
  },
): readonly number[] {
  checkOptions(options, ['target', 'delta', 'tested'], 'options');
  const target = readOpenUnit(options.target, 'options.target');
  const delta = readOpenUnit(options.delta ?? 0.05, 'options.delta');
  const tested: unknown = options.tested;
  if (typeof tested !== 'number' || !Number.isSafeInteger(tested) || tested < 0) {
    refuseOption('options.tested', 'it is a whole number, 0 or more', 'pass how many are measured');
  }
  const { count, steps } = tally(answers);
  // Without any error the p-value is the target to the power of how many are handled.
  const needed = Math.log(delta) / Math.log(target);
  const found: number[] = [];
  let handled = 0;
  for (const step of steps) {
    handled += step.count;
    if ((handled / count) * tested >= needed) found.push(step.probability);
  }
  return Object.freeze(found);
}

/** What a threshold that was chosen by {@link guaranteed} promises. */
export function stateGuarantee(target: number, delta: number, isGrouped = false): string {
  const drawn = isGrouped ? 'drawn as the tested ones were, a group and one input of it,' : 'drawn';
  const alike = isGrouped ? '' : ' as the tested ones were';
  return (
    `with probability ${rounded(1 - delta)} or more over the draw of the tested answers, at least ` +
    `${target} of the decisions at or above the threshold are correct, for inputs that are ` +
    `${drawn}${alike} and are judged by the same model`
  );
}

function testOf(tallied: Tally, threshold: number, target: number, delta: number): ThresholdTest {
  const { handled, correct } = handledAt(tallied, threshold);
  const errors = handled - correct;
  const pValue = binomialPValue(errors, handled, rounded(1 - target));
  return Object.freeze({ threshold, handled, errors, pValue, accepted: pValue <= delta });
}

const MAX_CANDIDATES = 1_000_000;

function readCandidates(candidates: unknown): readonly number[] {
  const path = 'options.candidates';
  if (!Array.isArray(candidates) || candidates.length > MAX_CANDIDATES) {
    const rule = `candidates are a list of at most ${MAX_CANDIDATES} thresholds`;
    return refuseOption(path, rule, 'pass what candidateThresholds() returns, or a list of yours');
  }
  const given: readonly unknown[] = candidates;
  const read = Array.from(given, (value, index) => readUnit(value, `${path}[${index}]`));
  for (const [index, value] of read.entries()) {
    const before = read[index - 1];
    if (before === undefined || value < before) continue;
    const rule = 'candidates go from strict to loose, each below the one before';
    refuseOption(`${path}[${index}]`, rule, 'sort them, highest first');
  }
  return read;
}

/**
 * Thresholds on the decision probability: fitted on one half of the labels, checked on the other.
 *
 * @module
 */
import { meets } from '../decide.js';
import { checkOptions } from '../members.js';
import { clopperPearson } from './bounds.js';
import { readOpenUnit, readUnit } from './checks.js';
import { type Measured, type Tally, tally } from './tally.js';

/** A threshold, and what it was fitted on. */
export interface FittedThreshold {
  readonly ok: true;
  /** The lowest probability that is handled: one that was observed. */
  readonly threshold: number;
  readonly handled: number;
  readonly correct: number;
  readonly measurable: number;
}

/** No threshold reaches the target, or there is nothing to fit one on. */
export interface Unfitted {
  readonly ok: false;
  readonly reason: 'nothing_measurable' | 'unreachable';
  readonly measurable: number;
}

/** What a threshold comes to on answers that it was not fitted on. */
export interface HeldOutCheck {
  /** Whether the accuracy meets the target. */
  readonly ok: boolean;
  /** Why not: none was measurable, none was handled, or too many of the handled were wrong. */
  readonly reason?: 'nothing_measurable' | 'nothing_handled' | 'missed';
  readonly handled: number;
  readonly correct: number;
  readonly measurable: number;
  /** The correct of the handled; absent where none is handled, as of nothing there is no rate. */
  readonly accuracy?: number;
  /** The exact lower bound of the accuracy at the confidence that was asked for. */
  readonly lowerBound?: number;
  /** The handled of the measurable; absent where none is measurable. */
  readonly handledRate?: number;
}

/** What {@link checkHeldOut} holds answers to. */
export interface HeldOutOptions {
  /** The threshold: a decision probability, 0 to 1. */
  readonly threshold: number;
  /** The accuracy among the handled that is aimed at, 0 to 1. */
  readonly target: number;
  /** How sure the lower bound is, above 0 and below 1. Defaults to 0.95. */
  readonly confidence?: number | undefined;
}

/**
 * Finds the lowest threshold at which the accuracy among the handled answers reaches the target.
 *
 * Accuracy is no monotone function of the threshold, so the lowest one can be a lucky notch: check
 * it on answers that it was not fitted on. An accuracy that equals the target reaches it.
 *
 * @param answers Measured answers of the train half, or a tally.
 * @param target The accuracy among the handled, 0 to 1.
 * @returns The threshold, which is one of the probabilities observed, with its counts; or why there
 *   is none.
 * @throws `JudgeError` `bad_label` as {@link tally} does, `bad_option` for a target that is no
 *   number from 0 to 1.
 *
 * @example
 * ```ts
 * import { fitThreshold } from 'judgement/calibration';
 *
 * const fit = fitThreshold(
 *   [
 *     { probability: 0.95, correct: true },
 *     { probability: 0.8, correct: true },
 *     { probability: 0.6, correct: false },
 *   ],
 *   0.9,
 * );
 * console.log(fit.ok && fit.threshold, fit.ok && fit.handled); // 0.8 2
 * ```
 */
export function fitThreshold(
  answers: Iterable<Measured> | Tally,
  target: number,
): FittedThreshold | Unfitted {
  const aim = readUnit(target, 'target');
  const { count: measurable, steps } = tally(answers);
  let [handled, correct] = [0, 0];
  let lowest: Pick<FittedThreshold, 'threshold' | 'handled' | 'correct'> | undefined;
  for (const step of steps) {
    handled += step.count;
    correct += step.correct;
    if (meets(correct / handled, aim)) lowest = { threshold: step.probability, handled, correct };
  }
  if (lowest !== undefined) return Object.freeze({ ok: true, ...lowest, measurable });
  const reason = measurable === 0 ? 'nothing_measurable' : 'unreachable';
  return Object.freeze({ ok: false, reason, measurable });
}

/**
 * Applies a threshold to answers that it was not fitted on.
 *
 * @param answers Measured answers of the held-out half, or a tally.
 * @param options See {@link HeldOutOptions}.
 * @returns The counts, the rates where there are any, the lower bound of the accuracy, and whether
 *   the accuracy meets the target. Where none is handled it does not. The bound counts every answer
 *   as independent; of answers in groups pass one of each, as `calibrate()` does.
 * @throws `JudgeError` `bad_label` as {@link tally} does, `bad_option` for a wrong option.
 *
 * @example
 * ```ts
 * import { checkHeldOut } from 'judgement/calibration';
 *
 * const heldOut = [
 *   { probability: 0.95, correct: true },
 *   { probability: 0.7, correct: false },
 * ];
 * const { ok, accuracy, handledRate } = checkHeldOut(heldOut, { threshold: 0.8, target: 0.9 });
 * console.log(ok, accuracy, handledRate); // true 1 0.5
 * ```
 */
export function checkHeldOut(
  answers: Iterable<Measured> | Tally,
  options: HeldOutOptions,
): HeldOutCheck {
  const { threshold, target, confidence = 0.95 } = readOptions(options);
  const tallied = tally(answers);
  const { count: measurable } = tallied;
  const { handled, correct } = handledAt(tallied, threshold);
  const counts = { handled, correct, measurable };
  if (measurable === 0)
    return Object.freeze({ ok: false, reason: 'nothing_measurable', ...counts });
  const handledRate = handled / measurable;
  if (handled === 0) {
    return Object.freeze({ ok: false, reason: 'nothing_handled', ...counts, handledRate });
  }
  const accuracy = correct / handled;
  const { low: lowerBound } = clopperPearson(correct, handled, { side: 'lower', confidence });
  const rates = { accuracy, lowerBound, handledRate };
  if (meets(accuracy, target)) return Object.freeze({ ok: true, ...counts, ...rates });
  return Object.freeze({ ok: false, reason: 'missed', ...counts, ...rates });
}

/** How many answers a threshold handles, and how many of them are correct. */
export function handledAt(
  { steps }: Tally,
  threshold: number,
): { readonly handled: number; readonly correct: number } {
  let handled = 0;
  let correct = 0;
  for (const step of steps) {
    if (!meets(step.probability, threshold)) break;
    handled += step.count;
    correct += step.correct;
  }
  return { handled, correct };
}

function readOptions(options: HeldOutOptions): HeldOutOptions {
  checkOptions(options, ['threshold', 'target', 'confidence'], 'options');
  return {
    threshold: readUnit(options.threshold, 'options.threshold'),
    target: readUnit(options.target, 'options.target'),
    confidence: readOpenUnit(options.confidence ?? 0.95, 'options.confidence'),
  };
}

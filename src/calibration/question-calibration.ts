/**
 * Calibrating one question.
 *
 * @module
 */

import type { Answer } from '../answer.js';
import { readAnswers } from '../answer-reader.js';
import { digest } from '../digest.js';
import { JudgeError } from '../errors.js';
import type { Question, Questions } from '../question.js';
import { pathTo } from '../walk.js';
import { refuseOption } from './checks.js';
import { decisionOf, decisionProbability } from './decision.js';
import { checkHeldOut, fitThreshold, handledAt } from './fit.js';
import { candidateThresholds, guaranteed } from './guarantee.js';
import type { LabelledRow } from './labels.js';
import { fitMap, type MapKind, mapProbability, type ProbabilityMap } from './maps.js';
import type { HalfCounts, NoThreshold, QuestionCalibration } from './record.js';
import { type EdgeRule, ece } from './reliability.js';
import { brier } from './scores.js';
import { type Measured, makeTally, type Tally, tally } from './tally.js';

/** What all questions are calibrated with. */
export interface Settings {
  readonly confidence: number;
  readonly delta: number | undefined;
  readonly bins: number;
  readonly edges: EdgeRule;
  readonly map: MapKind | undefined;
}

/** One question, and the rows of each part. */
export interface Measuring {
  readonly key: string;
  readonly asked: Questions;
  readonly target: number;
  readonly train: readonly LabelledRow[];
  readonly heldOut: readonly LabelledRow[];
  readonly mapping: readonly LabelledRow[];
  readonly settings: Settings;
}

/** Fits a threshold, checks it, and says what came of it. */
export function measureQuestion(measuring: Measuring): QuestionCalibration {
  const { key, asked, target, settings } = measuring;
  const question = asked[key];
  if (question === undefined)
    return refuseOption('key', 'it is a question that is asked', 'ask it');
  const train = measureHalf(key, question, measuring.train, 'halves.train');
  const heldOut = measureHalf(key, question, measuring.heldOut, 'halves.heldOut');
  const chosen = choose(train.tally, heldOut.tally, target, settings);
  const found = outcomeOf(chosen, heldOut, target, settings);
  const { bins, edges } = settings;
  const isEmpty = heldOut.tally.count === 0;
  return {
    type: question.type,
    questionDigest: digest(question),
    targetAccuracy: target,
    ...found,
    train: countsAt(train, chosen.threshold),
    heldOut: countsAt(heldOut, chosen.threshold),
    ...(isEmpty ? {} : { ece: ece(heldOut.tally, { bins, edges }), brier: brier(heldOut.tally) }),
    ...mapOf(measuring, question, heldOut.tally),
  };
}

/** The measured answers of a half, and what could not be measured. */
export interface MeasuredHalf {
  readonly tally: Tally;
  readonly counts: Omit<HalfCounts, 'handled' | 'correct'>;
}

/** Holds the answers of a half to their labels. */
export function measureHalf(
  key: string,
  question: Question,
  rows: readonly LabelledRow[],
  path: string,
): MeasuredHalf {
  const counts = { inputs: 0, measurable: 0, refusals: 0, failures: 0, unmeasurable: 0 };
  const measured: Measured[] = [];
  for (const [index, row] of rows.entries()) {
    if (!Object.hasOwn(row.labels, key)) continue;
    counts.inputs += 1;
    const answer = answerOf(row, key, question, pathTo(path, [index]));
    if (answer === undefined) counts.failures += 1;
    else if (answer.refusal) counts.refusals += 1;
    else {
      const probability = decisionProbability(question, answer);
      if (probability === undefined) counts.unmeasurable += 1;
      else
        measured.push({ probability, correct: decisionOf(question, answer) === row.labels[key] });
    }
  }
  counts.measurable = measured.length;
  return { tally: tally(measured), counts };
}

interface Chosen {
  readonly threshold?: number;
  readonly reason?: NoThreshold;
  readonly statement?: string;
}

function choose(train: Tally, heldOut: Tally, target: number, { delta }: Settings): Chosen {
  if (train.count === 0 || heldOut.count === 0) return { reason: 'nothing_measurable' };
  if (delta !== undefined) {
    const candidates = candidateThresholds(train, { target, delta, tested: heldOut.count });
    const { threshold, statement } = guaranteed(heldOut, { target, delta, candidates });
    return threshold === undefined ? { reason: 'not_guaranteed' } : { threshold, statement };
  }
  const fit = fitThreshold(train, target);
  return fit.ok ? { threshold: fit.threshold } : { reason: fit.reason };
}

/** A threshold that the held-out half does not bear out is not published; its figures are. */
function outcomeOf(
  { threshold, reason, statement }: Chosen,
  { tally: answers, counts }: MeasuredHalf,
  target: number,
  { confidence, delta }: Settings,
): Partial<QuestionCalibration> {
  if (threshold === undefined) return reason === undefined ? {} : { reason };
  const check = checkHeldOut(answers, { threshold, target, confidence });
  const { accuracy, lowerBound, handledRate, handled } = check;
  return {
    ...(check.reason === undefined ? { threshold } : { reason: check.reason }),
    ...(accuracy === undefined ? {} : { heldOutAccuracy: accuracy }),
    ...(lowerBound === undefined ? {} : { lowerBound }),
    ...(handledRate === undefined ? {} : { handledRate, coverage: handled / counts.inputs }),
    ...(check.ok && statement !== undefined && delta !== undefined
      ? { guarantee: { delta, statement } }
      : {}),
  };
}

function countsAt({ tally: answers, counts }: MeasuredHalf, threshold?: number): HalfCounts {
  const none = { handled: 0, correct: 0 };
  return { ...counts, ...(threshold === undefined ? none : handledAt(answers, threshold)) };
}

function mapOf(
  { key, mapping, settings }: Measuring,
  question: Question,
  heldOut: Tally,
): { readonly map?: ProbabilityMap; readonly mappedEce?: number } {
  const { map: kind, bins, edges } = settings;
  if (kind === undefined) return {};
  const { tally: answers } = measureHalf(key, question, mapping, 'halves.mapping');
  if (answers.count === 0) return {};
  const map = fitMap(kind, answers);
  if (heldOut.count === 0) return { map };
  // A map keeps order, so its steps are in order as well.
  const mapped = makeTally(
    heldOut.steps.map((step) => ({ ...step, probability: mapProbability(map, step.probability) })),
  );
  return { map, mappedEce: ece(mapped, { bins, edges }) };
}

/** Reads one answer of a row; nothing where the judge gave none. */
function answerOf(
  { answers = {}, failure }: LabelledRow,
  key: string,
  question: Question,
  path: string,
): Answer | undefined {
  if (failure !== undefined || !Object.hasOwn(answers, key)) return undefined;
  try {
    return readAnswers({ [key]: question }, answers)[key];
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    const { code, rule, fix } = error;
    throw new JudgeError(code, { path: `${path}.${error.path}`, rule, fix, cause: error });
  }
}

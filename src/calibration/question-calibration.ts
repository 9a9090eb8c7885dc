/**
 * Calibrating one question.
 *
 * @module
 */

import { digest } from '../digest.js';
import type { Question } from '../question.js';
import { clopperPearson } from './bounds.js';
import { checkHeldOut, fitThreshold, handledAt } from './fit.js';
import type { MeasuredHalf } from './gathering.js';
import { candidateThresholds, guaranteed, stateGuarantee } from './guarantee.js';
import { fitMap, type MapKind, mapProbability, type ProbabilityMap } from './maps.js';
import type { DrawnCounts, HalfCounts, NoThreshold, QuestionCalibration } from './record.js';
import { type EdgeRule, ece } from './reliability.js';
import { brier } from './scores.js';
import { makeTally, type Tally } from './tally.js';

/** What all questions are calibrated with. */
export interface Settings {
  readonly confidence: number;
  readonly delta: number | undefined;
  readonly bins: number;
  readonly edges: EdgeRule;
  readonly map: MapKind | undefined;
}

/** One question, and what was gathered of it. */
export interface Measuring {
  readonly question: Question;
  readonly target: number;
  readonly train: MeasuredHalf;
  readonly heldOut: MeasuredHalf;
  readonly mapping: MeasuredHalf;
  readonly settings: Settings;
}

/** Fits a threshold, checks it, and says what came of it. */
export function measureQuestion(measuring: Measuring): QuestionCalibration {
  const { question, target, train, heldOut, settings } = measuring;
  const chosen = choose(train.tally, heldOut, target, settings);
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
    ...mapOf(measuring),
  };
}

/** How sure the bound of each is, where the one that looked best of so many is taken. */
export function confidenceAmong(confidence: number, candidates: number): number {
  return 1 - (1 - confidence) / candidates;
}

interface Chosen {
  readonly threshold?: number;
  readonly reason?: NoThreshold;
  /** How many thresholds there were to choose from, where the held-out half has chosen. */
  readonly candidates?: number;
}

function choose(train: Tally, heldOut: MeasuredHalf, target: number, { delta }: Settings): Chosen {
  const { tally, drawn } = heldOut;
  if (train.count === 0 || tally.count === 0) return { reason: 'nothing_measurable' };
  if (delta === undefined) {
    const fit = fitThreshold(train, target);
    return fit.ok ? { threshold: fit.threshold } : { reason: fit.reason };
  }
  const candidates = candidateThresholds(train, { target, delta, tested: drawn.count });
  const { threshold } = guaranteed(drawn, { target, delta, candidates });
  if (threshold === undefined) return { reason: 'not_guaranteed' };
  return { threshold, candidates: candidates.length };
}

/** A threshold that the held-out half does not bear out is not published; its figures are. */
function outcomeOf(
  { threshold, reason, candidates }: Chosen,
  { tally: answers, counts, drawn }: MeasuredHalf,
  target: number,
  { confidence, delta }: Settings,
): Partial<QuestionCalibration> {
  if (threshold === undefined) return reason === undefined ? {} : { reason };
  const check = checkHeldOut(answers, { threshold, target });
  const { accuracy, handledRate, handled } = check;
  const one = drawnAt(drawn, threshold);
  const sure = confidenceAmong(confidence, candidates ?? 1);
  const isGrouped = drawn.count < answers.count;
  const chosen =
    candidates !== undefined && delta !== undefined ? { delta, candidates } : undefined;
  return {
    ...(check.reason === undefined ? { threshold } : { reason: check.reason }),
    ...(accuracy === undefined ? {} : { heldOutAccuracy: accuracy }),
    ...(isGrouped ? { drawn: one } : {}),
    ...(one.handled === 0 ? {} : { lowerBound: lowerBoundOf(one, sure) }),
    ...(handledRate === undefined ? {} : { handledRate, coverage: handled / counts.inputs }),
    ...(chosen === undefined
      ? {}
      : { guarantee: { ...chosen, statement: stateGuarantee(target, chosen.delta, isGrouped) } }),
  };
}

/** The exact one-sided lower bound of the accuracy. */
export function lowerBoundOf(
  { correct, handled }: Pick<DrawnCounts, 'correct' | 'handled'>,
  confidence: number,
): number {
  return clopperPearson(correct, handled, { side: 'lower', confidence }).low;
}

function drawnAt(drawn: Tally, threshold: number): DrawnCounts {
  return { measurable: drawn.count, ...handledAt(drawn, threshold) };
}

function countsAt({ tally: answers, counts }: MeasuredHalf, threshold?: number): HalfCounts {
  const none = { handled: 0, correct: 0 };
  return { ...counts, ...(threshold === undefined ? none : handledAt(answers, threshold)) };
}

function mapOf({ mapping, heldOut, settings }: Measuring): {
  readonly map?: ProbabilityMap;
  readonly mappedEce?: number;
} {
  const { map: kind, bins, edges } = settings;
  if (kind === undefined || mapping.tally.count === 0) return {};
  const map = fitMap(kind, mapping.tally);
  if (heldOut.tally.count === 0) return { map };
  // A map keeps order, so its steps are in order as well.
  const mapped = makeTally(
    heldOut.tally.steps.map((step) => ({
      ...step,
      probability: mapProbability(map, step.probability),
    })),
  );
  return { map, mappedEce: ece(mapped, { bins, edges }) };
}

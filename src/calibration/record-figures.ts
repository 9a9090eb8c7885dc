/**
 * Whether the figures of a record follow from its counts: whatever can be computed anew is.
 *
 * @module
 */
import { meets } from '../decide.js';
import { binomialPValue } from './bounds.js';
import { refuseRecord, rounded } from './checks.js';
import { stateGuarantee } from './guarantee.js';
import { confidenceAmong, lowerBoundOf } from './question-calibration.js';
import type { HalfCounts, NoThreshold, QuestionCalibration } from './record.js';

/** Holds every rate, every bound and the verdict of a question to its counts. */
export function checkFigures(
  question: QuestionCalibration,
  confidence: number,
  path: string,
): void {
  const { threshold, reason, train, heldOut, drawn, guarantee } = question;
  checkCounts(train, `${path}.train`);
  checkCounts(heldOut, `${path}.heldOut`);
  if ((threshold === undefined) === (reason === undefined)) {
    refuseRecord(`${path}.threshold`, 'there is a threshold, or a reason why not', 'keep one');
  }
  checkDrawn(question, path);
  checkRates(question, confidence, path);
  checkVerdict(question, path);
  const one = drawn ?? heldOut;
  if (guarantee !== undefined) {
    const { delta, candidates, statement } = guarantee;
    const { targetAccuracy: target } = question;
    const at = `${path}.guarantee`;
    const isOpen = target > 0 && target < 1 && candidates > 0 && one.handled > 0;
    const errors = one.handled - one.correct;
    if (!isOpen || binomialPValue(errors, one.handled, rounded(1 - target)) > delta) {
      refuseRecord(at, 'the counts pass the test of the threshold', 'drop it');
    }
    const words = stateGuarantee(target, delta, drawn !== undefined);
    if (statement !== words) refuseRecord(`${at}.statement`, 'it says what is promised', words);
  }
}

function checkCounts(counts: HalfCounts, path: string): void {
  const { inputs, measurable, refusals, failures, unmeasurable, handled, correct } = counts;
  const parts = measurable + refusals + failures + unmeasurable;
  if (parts === inputs && correct <= handled && handled <= measurable) return;
  const rule = 'correct are of handled, those of measurable, and all parts add up to the inputs';
  refuseRecord(path, rule, 'correct the counts');
}

/** What was drawn is some of what there is. */
function checkDrawn({ drawn, heldOut }: QuestionCalibration, path: string): void {
  if (drawn === undefined) return;
  const isPart =
    drawn.measurable > 0 &&
    drawn.measurable < heldOut.measurable &&
    drawn.handled <= Math.min(drawn.measurable, heldOut.handled) &&
    drawn.correct <= Math.min(drawn.handled, heldOut.correct) &&
    drawn.handled - drawn.correct <= heldOut.handled - heldOut.correct;
  if (isPart) return;
  const rule = 'one of each group is some of the measurable, of the handled and of the correct';
  refuseRecord(`${path}.drawn`, rule, 'correct the counts');
}

function checkRates(question: QuestionCalibration, confidence: number, path: string): void {
  const { heldOut, drawn, guarantee } = question;
  const { inputs, measurable, handled, correct } = heldOut;
  const isFitted = isFit(question);
  const one = drawn ?? heldOut;
  const sure = confidenceAmong(confidence, Math.max(1, guarantee?.candidates ?? 1));
  const expected = {
    heldOutAccuracy: handled > 0 ? correct / handled : undefined,
    lowerBound: one.handled > 0 ? lowerBoundOf(one, sure) : undefined,
    handledRate: isFitted ? handled / measurable : undefined,
    coverage: isFitted ? handled / inputs : undefined,
  };
  for (const name of ['heldOutAccuracy', 'lowerBound', 'handledRate', 'coverage'] as const) {
    const [stored, due] = [question[name], expected[name]];
    if (stored === due) continue;
    // Other engines may take the last bits of a logarithm otherwise.
    if (stored !== undefined && due !== undefined && Math.abs(stored - due) < 1e-9) continue;
    const rule = due === undefined ? 'the counts give none' : 'it follows from the counts';
    refuseRecord(`${path}.${name}`, rule, due === undefined ? 'drop it' : `it is ${due}`);
  }
  for (const name of ['ece', 'brier'] as const) {
    if ((question[name] === undefined) === (measurable === 0)) continue;
    refuseRecord(`${path}.${name}`, 'it is there where anything is measurable', 'correct it');
  }
  const isMapped = question.map !== undefined && measurable > 0;
  if ((question.mappedEce !== undefined) !== isMapped) {
    refuseRecord(`${path}.mappedEce`, 'it is there where a map is', 'correct it');
  }
}

/** Whether a threshold was fitted, which the held-out half may have borne out or not. */
function isFit({ threshold, reason }: QuestionCalibration): boolean {
  return threshold !== undefined || reason === 'missed' || reason === 'nothing_handled';
}

/** What the counts must be for each reason. */
const REASONS: { readonly [reason in NoThreshold]: (question: QuestionCalibration) => boolean } = {
  nothing_measurable: ({ train, heldOut }) => train.measurable === 0 || heldOut.measurable === 0,
  unreachable: ({ train, heldOut }) => train.measurable > 0 && heldOut.measurable > 0,
  not_guaranteed: ({ train, heldOut }) => train.measurable > 0 && heldOut.measurable > 0,
  nothing_handled: ({ train, heldOut }) =>
    train.handled > 0 && heldOut.measurable > 0 && heldOut.handled === 0,
  missed: ({ heldOut, targetAccuracy }) =>
    heldOut.handled > 0 && !meets(heldOut.correct / heldOut.handled, targetAccuracy),
};

function checkVerdict(question: QuestionCalibration, path: string): void {
  const { threshold, reason, type, train, heldOut, targetAccuracy, guarantee } = question;
  if (reason !== undefined && !REASONS[reason](question)) {
    refuseRecord(`${path}.reason`, 'the counts are those of this reason', 'correct it');
  }
  if (!isFit(question)) {
    if (train.handled + heldOut.handled === 0 && guarantee === undefined) return;
    refuseRecord(`${path}.reason`, 'without a threshold nothing is handled', 'correct the counts');
  }
  if (threshold !== undefined) {
    if (!(heldOut.handled > 0) || !meets(heldOut.correct / heldOut.handled, targetAccuracy)) {
      refuseRecord(`${path}.threshold`, 'the held-out half bears the target out', 'drop it');
    }
    if (type === 'noul' && threshold < 0.5) {
      refuseRecord(`${path}.threshold`, 'the decision of a noul has a half or more', 'drop it');
    }
  }
  // The train half has chosen the threshold, or the candidates at least.
  const isReached = guarantee !== undefined || meets(train.correct / train.handled, targetAccuracy);
  if (train.handled > 0 && isReached) return;
  refuseRecord(`${path}.train`, 'the train half reaches the target', 'correct the counts');
}

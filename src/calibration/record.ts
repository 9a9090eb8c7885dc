/**
 * The record of a calibration: evidence of what was measured, on what, and of which model.
 *
 * @module
 */
import { type Digest, isDigest } from '../digest.js';
import type { ContractRef } from '../judge.js';
import { checkOptions, isName } from '../members.js';
import type { Question } from '../question.js';
import { refuseOption, refuseRecord } from './checks.js';
import type { ProbabilityMap } from './maps.js';
import { readRecord } from './record-reader.js';
import type { EdgeRule } from './reliability.js';

/** Why a question has no threshold. */
export type NoThreshold =
  | 'nothing_measurable'
  | 'unreachable'
  | 'nothing_handled'
  | 'missed'
  | 'not_guaranteed';

/** How many inputs of one half were what. */
export interface HalfCounts {
  /** The inputs with a label for the question, refusals and failures included. */
  readonly inputs: number;
  /** The answers with a decision probability. */
  readonly measurable: number;
  readonly refusals: number;
  /** The inputs without an answer. */
  readonly failures: number;
  /** The answers without a decision probability, such as a choice with its label alone. */
  readonly unmeasurable: number;
  /** The measurable answers at or above the threshold that was fitted; 0 where none was. */
  readonly handled: number;
  /** The handled answers that are right. */
  readonly correct: number;
}

/** Of each group of the held-out half one measurable answer, drawn by its id. */
export interface DrawnCounts {
  /** How many were drawn: as many as there are groups and inputs without one. */
  readonly measurable: number;
  readonly handled: number;
  readonly correct: number;
}

/** What was measured of one question. */
export interface QuestionCalibration {
  readonly type: Question['type'];
  /** The digest of the question as it was asked. */
  readonly questionDigest: Digest;
  readonly targetAccuracy: number;
  /** The lowest decision probability to act on; only there where the held-out half bears it out. */
  readonly threshold?: number;
  /** Why there is no threshold. */
  readonly reason?: NoThreshold;
  readonly train: HalfCounts;
  readonly heldOut: HalfCounts;
  /** The correct of the handled, on the held-out half. */
  readonly heldOutAccuracy?: number;
  /** One of each group, where answers depend on each other: what the bound is made of then. */
  readonly drawn?: DrawnCounts;
  /**
   * The exact one-sided lower bound of the accuracy, at the confidence of the record. With a
   * guarantee it holds for all the candidates at once, as the same half has chosen among them.
   */
  readonly lowerBound?: number;
  /** The handled of the measurable, on the held-out half. */
  readonly handledRate?: number;
  /** The handled of all inputs, on the held-out half. */
  readonly coverage?: number;
  /** The calibration error of all measurable answers of the held-out half. */
  readonly ece?: number;
  /** The Brier score of the same answers. */
  readonly brier?: number;
  /** What the threshold promises, where it was chosen by a sequence of tests among so many. */
  readonly guarantee?: {
    readonly delta: number;
    readonly candidates: number;
    readonly statement: string;
  };
  /** A better probability, and its calibration error; it changes nothing about the threshold. */
  readonly map?: ProbabilityMap;
  readonly mappedEce?: number;
}

/** What was measured of all questions, and on what. It is JSON as it is. */
export interface CalibrationRecord {
  readonly schema: 'judgement.calibration.v1';
  /** The published question set that was asked. */
  readonly questionSet?: ContractRef;
  readonly questionsDigest: Digest;
  /** Names the labelled set, and where its labels came from. */
  readonly labelledSet: string;
  /** The model that the answers report; null where none was reported. */
  readonly measuredModel: string | null;
  /** RFC 3339, UTC, whole seconds. */
  readonly measuredAt: string;
  /** How sure the lower bounds are. */
  readonly confidence: number;
  /** How the calibration errors were made. */
  readonly bins: { readonly count: number; readonly edges: EdgeRule };
  /** The seed of the split, where it is known. */
  readonly seed?: number;
  readonly perQuestion: { readonly [key: string]: QuestionCalibration };
  /** The digest of the record that this one follows. */
  readonly previous?: Digest;
  /** The digest of all the other members: a record that was edited since has another. */
  readonly digest: Digest;
}

/** Whether the model that answers is the one that was measured. */
export type Staleness = 'fresh' | 'stale' | 'unknown';

/**
 * Reads a record from outside: every member, every range, that its figures follow from its counts, and
 * that its digest is that of the rest.
 *
 * Accuracy, rates, bounds, the verdict and what a guarantee says are computed anew. The counts, the
 * threshold, the calibration error and the scores cannot be without the labelled answers: for these
 * there is the digest, which whoever edits them could write anew. Keep it elsewhere, as
 * {@link checkHistory} can hold a record to it.
 *
 * @param value The record: what `JSON.parse` or `parseJson` made of it.
 * @returns A frozen copy.
 * @throws `JudgeError` `bad_record` with the place of what is wrong, and the codes of
 *   `snapshot` for what is not JSON, `forbidden_member` for `__proto__` among them.
 *
 * @example
 * ```ts
 * import { isJudgementError, parseJson } from 'judgement';
 * import { checkRecord } from 'judgement/calibration';
 *
 * try {
 *   checkRecord(parseJson('{"schema":"judgement.calibration.v1"}'));
 * } catch (error) {
 *   if (isJudgementError(error)) console.log(error.code, error.path);
 *   // bad_record record.questionsDigest
 * }
 * ```
 */
export function checkRecord(value: unknown): CalibrationRecord {
  return readRecord(value, 'record');
}

/**
 * Whether a record is stale for an answer: measured on another model than the one that answered.
 * Where either does not say which model it was, nobody knows.
 *
 * @param record The record.
 * @param reportedModel The model that the answer reports; `undefined` or null where it does not.
 * @returns `fresh`, `stale` or `unknown`.
 * @throws `JudgeError` `bad_record` for what is no object.
 *
 * @example
 * ```ts
 * import { stale } from 'judgement/calibration';
 *
 * console.log(stale({ measuredModel: 'jev-1' }, 'jev-2'), stale({ measuredModel: null }, 'jev-2'));
 * // stale unknown
 * ```
 */
export function stale(
  record: Pick<CalibrationRecord, 'measuredModel'>,
  reportedModel: string | null | undefined,
): Staleness {
  if (typeof record !== 'object' || record === null) {
    refuseRecord('record', 'a record is an object', 'pass what calibrate() returned');
  }
  const { measuredModel } = record;
  if (!isName(measuredModel) || !isName(reportedModel)) return 'unknown';
  return measuredModel === reportedModel ? 'fresh' : 'stale';
}

/**
 * Checks the history of the calibrations of one version of a question set: each record is as its
 * digest says and names the one before it, and the first names none, so that none was changed or left
 * out before the last. Only the digest of the last one, kept elsewhere, shows that none is missing
 * after it, and that nobody has written all of them anew.
 *
 * @param records The records, oldest first.
 * @param options `head`: the digest of the last record, as you know it. Absent by default.
 * @returns The last one, which is in force.
 * @throws `JudgeError` `bad_record` as {@link checkRecord} does, for an empty list, for a record
 *   that does not follow the one before it, for one of another question set, version or questions,
 *   and for a last one that is not the head; `bad_option` for a wrong option.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { calibrate, checkHistory } from 'judgement/calibration';
 *
 * const rows = ['a', 'b'].map((id) => ({
 *   id,
 *   labels: { spam: true },
 *   answers: { spam: { noul: 0.9 } },
 * }));
 * const halves = { train: rows.slice(0, 1), heldOut: rows.slice(1) };
 * const options = { target: 0.9, labelledSet: 'tickets-2026' };
 * const first = calibrate({ spam: noul('Spam?') }, halves, options);
 * const second = calibrate({ spam: noul('Spam?') }, halves, { ...options, previous: first });
 * const head = second.digest;
 * console.log(checkHistory([first, second], { head }).previous === first.digest); // true
 * ```
 */
export function checkHistory(
  records: readonly unknown[],
  options: { readonly head?: string | undefined } = {},
): CalibrationRecord {
  checkOptions(options, ['head'], 'options');
  const { head } = options;
  if (head !== undefined && !isDigest(head)) {
    refuseOption('options.head', 'it is the digest of a record', 'pass record.digest');
  }
  if (!Array.isArray(records)) {
    return refuseRecord('records', 'a history is a list of records', 'pass them, oldest first');
  }
  let last: CalibrationRecord | undefined;
  for (const [index, value] of records.entries()) {
    const path = `records[${index}]`;
    const record = readRecord(value, path);
    checkFollows(record, last, path);
    last = record;
  }
  if (last === undefined) {
    return refuseRecord('records', 'a history has at least one record', 'calibrate first');
  }
  if (head === undefined || last.digest === head) return last;
  const rule = 'the last record is the one whose digest is known';
  return refuseRecord('records', rule, 'look for records that were left out or written anew');
}

/** Refuses a record of another version of a question set, or of other questions. */
export function checkSameSet(
  record: Pick<CalibrationRecord, 'questionSet' | 'questionsDigest'>,
  other: {
    readonly questionSet?: ContractRef | undefined;
    readonly questionsDigest: Digest;
  },
  path: string,
): void {
  const isSame =
    record.questionSet?.id === other.questionSet?.id &&
    record.questionSet?.version === other.questionSet?.version;
  const fix = 'keep a history for each version of each set';
  if (!isSame) {
    refuseRecord(`${path}.questionSet`, 'a history is of one version of one question set', fix);
  }
  if (record.questionsDigest === other.questionsDigest) return;
  refuseRecord(`${path}.questionsDigest`, 'a history is of the same questions, to the letter', fix);
}

function checkFollows(
  record: CalibrationRecord,
  last: CalibrationRecord | undefined,
  path: string,
): void {
  if (record.previous !== last?.digest) {
    const rule =
      last === undefined
        ? 'the first record of a history follows none'
        : 'a record names the digest of the one before it';
    refuseRecord(`${path}.previous`, rule, 'look for one that was changed, moved or left out');
  }
  if (last !== undefined) checkSameSet(record, last, path);
}

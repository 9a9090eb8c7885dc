/**
 * Calibrations as Runtype keeps them: summary rates, without the counts that they were made of.
 *
 * @module
 */
import type { CalibratedOptions } from '../../calibration/policy.js';
import { policyOf } from '../../calibration/policy.js';
import { type CalibrationRecord, checkRecord } from '../../calibration/record.js';
import type { Contract } from '../../contract/resolve.js';
import { type Digest, digest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { isName, isObject, present } from '../../members.js';
import type { Policy } from '../../policy.js';
import { isTimestamp } from '../../time.js';
import { pathTo } from '../../walk.js';

/** What was measured of one question: rates from 0 to 1. */
export interface RuntypeQuestionCalibration {
  /** The lowest decision probability to act on. */
  readonly threshold: number;
  readonly targetAccuracy?: number;
  /** The correct of the handled, on the held-out half. */
  readonly heldOutAccuracy?: number;
  /** The handled of the measurable, on the held-out half. */
  readonly handledRate?: number;
  readonly ece?: number;
  /** The digest of the question of the version that it was measured on. */
  readonly questionDigest: Digest;
}

/** A calibration of one version of a question set, as Runtype keeps it. */
export interface RuntypeCalibration {
  readonly id?: string;
  /** `eval_suite` or `customer`. */
  readonly source?: string;
  /** The labelled set that was measured on; Runtype's `labeledSetRef`. */
  readonly labelledSet: string;
  /** The revision that answered; null where none is named. */
  readonly measuredModel: string | null;
  /** When it was recorded, where that is told as RFC 3339, UTC, whole seconds. */
  readonly recordedAt?: string;
  readonly perQuestion: { readonly [key: string]: RuntypeQuestionCalibration };
}

/**
 * Makes a policy of a calibration that Runtype keeps: each answer is held to the threshold of its
 * question by its decision probability, as with `calibrated()`, whose options these are. Its rates
 * cannot be computed anew, as the counts are not kept there.
 *
 * @param calibration What `runtypeSets().resolve()` gave.
 * @param options As those of `calibrated()`. None by default.
 * @returns The policy. A question without a threshold misses its bar.
 * @throws `JudgeError` `bad_option` and `bad_policy` for a wrong option; its `check` throws
 *   `bad_policy` for a question that is not the one that was measured.
 *
 * @example
 * ```ts
 * import { judgeWith } from 'judgement';
 * import { asked } from 'judgement/contract';
 * import { runtype, runtypeCalibrated, runtypeSets } from 'judgement/judges/runtype';
 *
 * // In the place of the network.
 * const instructions = 'Does the customer ask for a human?';
 * const set = {
 *   questionSet: { id: 'qset_1', slug: 'triage', name: 'Triage' },
 *   version: { versionNumber: 2, questions: { human: { type: 'boolean', instructions } } },
 *   calibration: {
 *     record: { labeledSetRef: 'tickets', measuredModel: 'jev-1', perQuestion: { human: { threshold: 0.62 } } },
 *   },
 * };
 * const executed = {
 *   result: { human: { type: 'boolean', probability: 0.18 } },
 *   metadata: { judgment: { resolvedModelId: 'jev-1' } },
 * };
 * const fetch = (url: string) => Response.json(url.endsWith('/execute') ? executed : set);
 *
 * const options = { apiKey: 'rt-key', fetch };
 * const { questionSetId, contract, calibration } = await runtypeSets(options).resolve('qset_1');
 * const model = runtype({ ...options, questionSetId, contract });
 * if (calibration !== undefined) {
 *   const policy = runtypeCalibrated(calibration);
 *   const { effect, decisions } = await judgeWith(model, asked(contract, 'Hello'), { policy });
 *   console.log(effect, decisions['human']?.bar, decisions['human']?.measured); // allow 0.62 0.82
 * }
 * ```
 */
export function runtypeCalibrated<const R extends string = never>(
  calibration: RuntypeCalibration,
  options: CalibratedOptions<R> = {},
): Policy<R> {
  const { labelledSet, measuredModel, recordedAt, perQuestion } = calibration;
  return policyOf({ labelledSet, measuredModel, measuredAt: recordedAt, perQuestion }, options);
}

/**
 * Reads a calibration as it came along with a version: the record itself, or a row with a `record`.
 *
 * @throws `JudgeError` `bad_record` for a rate that is none, and for a question that is not asked.
 */
export function readCalibration(given: JsonObject, contract: Contract): RuntypeCalibration {
  const record = isObject(given['record']) ? given['record'] : given;
  const { perQuestion, labeledSetRef, measuredModel } = record;
  if (!isObject(perQuestion)) throw badRecord([], 'a calibration is of some questions');
  const entries = Object.entries(perQuestion).map(([key, one]) => {
    const question = Object.hasOwn(contract.questions, key) ? contract.questions[key] : undefined;
    if (question !== undefined) return [key, readQuestion(one, key, digest(question))] as const;
    throw badRecord(['perQuestion', key], 'it is of a question that the version asks');
  });
  return Object.freeze({
    ...present({
      id: nameOf(given['id']),
      source: nameOf(given['source'] ?? record['source']),
      recordedAt: [given['createdAt'], given['recordedAt']].find(isTimestamp),
    }),
    labelledSet: nameOf(labeledSetRef) ?? UNNAMED,
    measuredModel: nameOf(measuredModel) ?? null,
    perQuestion: Object.freeze(Object.fromEntries(entries)),
  });
}

/** What a labelled set is called that has no name. */
const UNNAMED = 'a labelled set without a name';

/**
 * Writes a record as Runtype keeps it: the questions that have a threshold, with their rates.
 *
 * @throws `JudgeError` `bad_record` for a record of other questions, for one without a threshold, and
 *   for one of a model that is not known.
 */
export function writeRecord(
  given: CalibrationRecord,
  contract: Contract,
  measuredModel: string | undefined,
): JsonObject {
  const record = checkRecord(given);
  if (record.questionsDigest !== contract.digest) {
    throw badRecord(['questionsDigest'], 'it is of the questions of that version');
  }
  const model = measuredModel ?? record.measuredModel;
  if (model === null) {
    const fix = 'find out which revision answered, and name it as options.measuredModel';
    throw badRecord(['measuredModel'], 'a calibration names the model that was measured', fix);
  }
  const entries = Object.entries(record.perQuestion).flatMap(([key, one]) => {
    const { threshold, targetAccuracy, heldOutAccuracy, handledRate, ece } = one;
    if (threshold === undefined) return [];
    const rates = present({ threshold, targetAccuracy, heldOutAccuracy, handledRate, ece });
    return [[key, rates] as const];
  });
  if (entries.length === 0) {
    const fix = 'label more, or aim lower: a threshold that was not reached is not posted';
    throw badRecord(['perQuestion'], 'at least one question has a threshold', fix);
  }
  return {
    labeledSetRef: record.labelledSet,
    perQuestion: Object.fromEntries(entries),
    measuredModel: model,
  };
}

function readQuestion(
  given: JsonValue,
  key: string,
  questionDigest: Digest,
): RuntypeQuestionCalibration {
  const rates = isObject(given) ? given : {};
  const rate = (name: string): number | undefined => {
    const value = rates[name] ?? undefined;
    if (value === undefined || isUnit(value)) return value;
    throw badRecord(['perQuestion', key, name], 'it is a number from 0 to 1');
  };
  const threshold = rate('threshold');
  if (threshold === undefined) {
    throw badRecord(['perQuestion', key, 'threshold'], 'a calibration has a threshold');
  }
  return Object.freeze({
    threshold,
    ...present({
      targetAccuracy: rate('targetAccuracy'),
      heldOutAccuracy: rate('heldOutAccuracy'),
      handledRate: rate('handledRate'),
      ece: rate('ece'),
    }),
    questionDigest,
  });
}

function nameOf(value: JsonValue | undefined): string | undefined {
  return isName(value) ? value : undefined;
}

function isUnit(value: JsonValue): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function badRecord(
  place: readonly string[],
  rule: string,
  fix = 'measure that version again',
): JudgeError {
  return new JudgeError('bad_record', { path: pathTo('record', place), rule, fix });
}

/**
 * Runtype's question sets: resolving one into a contract, and recording a calibration of it.
 *
 * @module
 */
import type { CalibrationRecord } from '../../calibration/record.js';
import type { Contract } from '../../contract/resolve.js';
import { type ImportedVersion, importRuntypeVersion } from '../../contract/runtype.js';
import { JudgeError } from '../../errors.js';
import { refuseReply, type ServiceReply } from '../../http/service.js';
import { wrongOption } from '../../http/service-options.js';
import type { JsonObject } from '../../json.js';
import type { AskOptions, Signal } from '../../judge.js';
import { checkOptions, isName, isObject, present } from '../../members.js';
import { checkJudgeOptions } from '../shared/options.js';
import { type RuntypeCalibration, readCalibration, writeRecord } from './calibration.js';
import { openRoute, type RuntypeServiceOptions } from './service.js';

/** A published version of a question set, as an execution receives it. */
export interface ResolvedSet {
  /** `qset_…`, which `runtype()` takes. */
  readonly questionSetId: string;
  /** Its questions, under the slug of the set and the number of the version. */
  readonly contract: Contract;
  /** The version's current calibration, where there is one. */
  readonly calibration?: RuntypeCalibration;
  /** The paths of the members of the response that were left aside. */
  readonly unread: readonly string[];
}

/** What Runtype says of a calibration that it recorded. */
export interface RecordedCalibration {
  readonly id?: string;
  /** `eval_suite` where an eval run stands behind it, else `customer`. */
  readonly source?: string;
  /** The whole response. */
  readonly body: JsonObject;
}

/** The options of {@link RuntypeSets.record}. */
export interface RecordOptions extends AskOptions {
  /** An eval run of the account, which makes the calibration one of an eval suite. */
  readonly evalRunId?: string;
  /** The revision that answered, where the record does not know it and you have found out. */
  readonly measuredModel?: string;
}

/** The question sets of an organization. */
export interface RuntypeSets {
  /**
   * Looks up a published version with its current calibration, and reads both.
   *
   * @param questionSetId `qset_…`.
   * @param options `version`: the number of a published version; the current one by default. A signal.
   * @throws `JudgeError` as `httpJudge()` does; `bad_answer` for what cannot be read as a version, or
   *   is another than the one that was named.
   */
  resolve(
    questionSetId: string,
    options?: AskOptions & { readonly version?: number },
  ): Promise<ResolvedSet>;
  /**
   * Records a calibration of a version, and makes it the current one. Records are only ever added, so
   * that this is sent once and never again, whatever `retries` says.
   *
   * Only the questions that have a threshold are sent, with their rates: keep the record itself, which
   * has the counts.
   *
   * @param set What `resolve()` gave, for the version that was measured.
   * @param record What `calibrate()` gave.
   * @param options See {@link RecordOptions}. None by default.
   * @throws `JudgeError` `bad_record`, before anything is sent, for a record of other questions,
   *   without a threshold, or of a model that is not known; as `httpJudge()` does; and with
   *   `EVAL_RUN_NOT_FOUND` in its message for an eval run that is not there.
   */
  record(
    set: Pick<ResolvedSet, 'questionSetId' | 'contract'>,
    record: CalibrationRecord,
    options?: RecordOptions,
  ): Promise<RecordedCalibration>;
}

/**
 * Opens Runtype's question sets: `GET …/resolved` and `POST …/calibrations`.
 *
 * The key needs the scope that reads question sets, and `QUESTION_SETS:WRITE` to record.
 *
 * What the routes return is not documented in full. A version is read as `importRuntypeVersion()` reads it,
 * where what is resolved counts as published; members that are not known are told in `unread`.
 *
 * @param options The key, and as in `httpJudge()`. `retries` defaults to 2.
 * @returns The question sets.
 * @throws `JudgeError` `bad_option` for an option that is none.
 *
 * @example
 * ```ts
 * import { runtypeSets } from 'judgement/judges/runtype';
 *
 * // In the place of the network.
 * const instructions = 'Does the customer ask for a human?';
 * const fetch = () =>
 *   Response.json({
 *     questionSet: { id: 'qset_1', slug: 'triage', name: 'Triage' },
 *     version: { versionNumber: 2, questions: { human: { type: 'boolean', instructions } } },
 *     calibration: null,
 *   });
 * const sets = runtypeSets({ apiKey: 'rt-key', fetch });
 * const { contract } = await sets.resolve('qset_1', { version: 2 });
 * console.log(contract.id, contract.version, contract.questions['human']?.type); // triage 2 noul
 * ```
 */
export function runtypeSets(options: RuntypeServiceOptions = {}): RuntypeSets {
  checkJudgeOptions(options, ['url']);
  // A key that is none is refused now, and not when it is first sent.
  openRoute(SETS, options);
  return Object.freeze({
    resolve: (id: string, more: Parameters<RuntypeSets['resolve']>[1] = {}) =>
      resolve(options, readId(id), more),
    record: (
      set: Pick<ResolvedSet, 'questionSetId' | 'contract'>,
      record: CalibrationRecord,
      more: RecordOptions = {},
    ) => post(options, set, record, more),
  });
}

const SETS = '/v1/question-sets';
const ID = /^[A-Za-z0-9_-]{1,200}$/;

function readId(id: unknown): string {
  if (typeof id === 'string' && ID.test(id)) return id;
  throw wrongOption('questionSetId', 'it is the id of a question set', 'pass qset_…');
}

async function resolve(
  options: RuntypeServiceOptions,
  questionSetId: string,
  more: AskOptions & { readonly version?: number },
): Promise<ResolvedSet> {
  checkOptions(more, ['signal', 'version'], 'options');
  const { version, signal } = more;
  if (version !== undefined && !(Number.isSafeInteger(version) && version > 0)) {
    throw wrongOption('options.version', 'it is a whole number, 1 or more', 'leave it out');
  }
  const query = version === undefined ? '' : `?version=${version}`;
  const service = openRoute(`${SETS}/${questionSetId}/resolved${query}`, options);
  const reply = await service.send(undefined, signal);
  const { contract, calibrations, unread, ...imported } = readVersion(reply);
  if (version !== undefined && contract.version !== String(version)) {
    throw bad(reply, 'the version is the one that was named');
  }
  if ((imported.id ?? questionSetId) !== questionSetId) {
    throw bad(reply, 'the question set is the one that was named');
  }
  const [current] = calibrations;
  return Object.freeze({
    questionSetId,
    contract,
    ...present({ calibration: current && readCalibration(current.record, contract) }),
    unread,
  });
}

/** Reads the version; what resolves is published, whether or not it says so. */
function readVersion(reply: ServiceReply): ImportedVersion {
  const { version, ...whole } = reply.body;
  const given = isObject(version) ? version : undefined;
  const flat = typeof version === 'number' ? { ...whole, versionNumber: version } : whole;
  try {
    return importRuntypeVersion(
      given === undefined
        ? { status: 'published', ...flat }
        : { ...whole, version: { status: 'published', ...given } },
    );
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    const { code, rule, fix } = error;
    throw refuseReply(reply, { code, path: 'response', rule, fix });
  }
}

function bad(reply: ServiceReply, rule: string): JudgeError {
  const fix = 'name a version that is published';
  return refuseReply(reply, { code: 'bad_answer', path: 'response', rule, fix });
}

async function post(
  options: RuntypeServiceOptions,
  { questionSetId, contract }: Pick<ResolvedSet, 'questionSetId' | 'contract'>,
  record: CalibrationRecord,
  more: RecordOptions,
): Promise<RecordedCalibration> {
  checkOptions(more, ['signal', 'evalRunId', 'measuredModel'], 'options');
  const { evalRunId, measuredModel } = more;
  const { signal }: { readonly signal?: Signal } = more;
  const written = writeRecord(record, contract, measuredModel);
  const path = `${SETS}/${readId(questionSetId)}/versions/${contract.version}/calibrations`;
  const service = openRoute(path, options, { retries: 0, statuses: [201] });
  const text = JSON.stringify({ record: written, ...present({ evalRunId }) });
  const { body } = await service.send(text, signal);
  const row = isObject(body['calibration']) ? body['calibration'] : body;
  const [id, source] = [row['id'], row['source']];
  return Object.freeze({
    ...present({
      id: isName(id) ? id : undefined,
      source: isName(source) ? source : undefined,
    }),
    body,
  });
}

/**
 * Question sets of Runtype.
 *
 * @module
 */
import { type JsonObject, type JsonValue, parseJson, snapshot } from '../json.js';
import { isList, isName, isObject, present } from '../members.js';
import { pathTo } from '../walk.js';
import {
  badContract,
  MAX_VERSIONS,
  makeVersion,
  readMapping,
  readModel,
  readName,
  readQuestionsAt,
  readSlug,
  sealSet,
} from './reader.js';
import { type Contract, sealContract } from './resolve.js';
import type { QuestionSet, QuestionSetVersion } from './set.js';

/** A calibration that came with a set: what was measured there, as it was written. */
export interface ImportedCalibration {
  /** The version that it was measured on. */
  readonly version: number;
  /** What was recorded, unread. */
  readonly record: JsonObject;
}

/** What {@link importRuntype} made of a set of Runtype. */
export interface ImportedSet {
  readonly set: QuestionSet;
  /** The id that it had there, `qset_…`; absent where the JSON names none. */
  readonly id?: string;
  /** The calibrations that came along. They are evidence beside the set, and no part of it. */
  readonly calibrations: readonly ImportedCalibration[];
  /** The paths of the members that were left aside, as they mean nothing here. */
  readonly unread: readonly string[];
}

/**
 * Makes a question set out of one of Runtype: what its routes return for a set
 * (`{ questionSet, versions }`, `{ questionSet, version, calibration }`), or the body that creates
 * one (`{ slug, name, questions }`).
 *
 * A question of the type `boolean` becomes a noul. The criteria of a choice are its options, in
 * their order; those of a score are its levels: by their text, or by their index where a level is
 * no text that could name it. A version counts as published where it says so (`status` is
 * `published`, or there is a `publishedAt`). Of the published ones the current one is that which
 * the set names as `currentVersion`, and else the highest.
 *
 * Not all that these routes return is documented: what is not read here is told in `unread`.
 *
 * @param json The JSON text, or what was parsed from it.
 * @returns The set, the calibrations beside it, and what was left aside.
 * @throws {@link JudgeError} `bad_contract` for what is no such set, for a version that is missing
 *   or there twice, and for a current version that is not published; `bad_question` and the codes
 *   of `checkQuestions()` for a question that breaks a rule; and the codes of {@link parseJson}
 *   and {@link snapshot} for what is not JSON.
 *
 * @example
 * ```ts
 * import { importRuntype } from 'judgement/contract';
 *
 * const { set, calibrations } = importRuntype({
 *   questionSet: { id: 'qset_1', slug: 'refunds', name: 'Refunds' },
 *   version: {
 *     versionNumber: 1,
 *     status: 'published',
 *     questions: { asks: { type: 'boolean', instructions: 'Does it ask for a refund?' } },
 *   },
 *   calibration: { measuredModel: 'jev-1', perQuestion: { asks: { threshold: 0.62 } } },
 * });
 * console.log(set.published, set.versions[0]?.questions['asks']?.type); // [ 1 ] noul
 * console.log(calibrations[0]?.version, calibrations[0]?.record['measuredModel']); // 1 jev-1
 * ```
 */
export function importRuntype(json: unknown): ImportedSet {
  const given = typeof json === 'string' ? parseJson(json, { path: 'set' }) : json;
  const source = findParts(snapshot(given, 'set'));
  const { names } = source;
  const found = readVersions(source.versions);
  const { name, description } = names.value;
  const set = sealSet({
    slug: readSlug(names.value['slug'], pathTo(names.path, ['slug'])),
    name: readName(name ?? names.value['slug'], pathTo(names.path, ['name'])),
    description: isAbsent(description)
      ? undefined
      : readName(description, pathTo(names.path, ['description'])),
    versions: found.map(({ version }) => version),
    published: orderOf(found, names),
  });
  const { id } = names.value;
  return Object.freeze({
    set,
    ...present({ id: isName(id) ? id : undefined }),
    calibrations: Object.freeze(source.parts.flatMap((part) => calibrationsOf(part, found.length))),
    unread: Object.freeze(source.parts.flatMap(unreadOf)),
  });
}

/** What {@link importRuntypeVersion} made of one version. */
export interface ImportedVersion extends Omit<ImportedSet, 'set'> {
  /** The version as it is asked: `asked()` and the option `contract` take it. */
  readonly contract: Contract;
}

/**
 * Reads the one version that Runtype resolves a name to (`{ questionSet, version, calibration }`), whatever
 * its number: the versions before it need not be there, and so it is no set.
 *
 * @param json The JSON text, or what was parsed from it.
 * @returns The version, the calibrations beside it, and what was left aside.
 * @throws {@link JudgeError} `bad_contract` for what is no such version and for one that is a draft,
 *   and as {@link importRuntype} does.
 *
 * @example
 * ```ts
 * import { asked, importRuntypeVersion } from 'judgement/contract';
 *
 * const { contract } = importRuntypeVersion({
 *   questionSet: { id: 'qset_1', slug: 'refunds', name: 'Refunds' },
 *   version: {
 *     versionNumber: 3,
 *     status: 'published',
 *     questions: { asks: { type: 'boolean', instructions: 'Does it ask for a refund?' } },
 *   },
 * });
 * console.log(contract.id, contract.version, asked(contract, 'Hello').contract.version); // refunds 3 3
 * ```
 */
export function importRuntypeVersion(json: unknown): ImportedVersion {
  const given = typeof json === 'string' ? parseJson(json, { path: 'set' }) : json;
  const { names, versions, parts } = findParts(snapshot(given, 'set'));
  const [part, second] = versions;
  if (part === undefined || second !== undefined) {
    const rule = 'it is one version, as a name resolves to it';
    throw badContract(pathTo(names.path, ['versions']), rule, 'use importRuntype() for a set');
  }
  const { version, isPublished } = readVersion(part, numberOf(part));
  if (!isPublished) {
    const rule = 'a version that is asked is published: its status says so, or its publishedAt';
    throw badContract(pathTo(part.path, ['status']), rule, 'publish it');
  }
  const { name, slug, id } = names.value;
  const { questions, digest, model, mapping } = version;
  const contract = sealContract(
    {
      id: readSlug(slug, pathTo(names.path, ['slug'])),
      version: String(version.version),
      name: readName(name ?? slug, pathTo(names.path, ['name'])),
      questions,
      digest,
    },
    { model, mapping },
  );
  return Object.freeze({
    contract,
    ...present({ id: isName(id) ? id : undefined }),
    calibrations: Object.freeze(parts.flatMap((one) => calibrationsOf(one, version.version))),
    unread: Object.freeze(parts.flatMap(unreadOf)),
  });
}

/** An object of the JSON, and where it is. */
interface Part {
  readonly value: JsonObject;
  readonly path: string;
}

interface Source {
  /** Where the slug and the names are. */
  readonly names: Part;
  /** Where the questions are, in any order. */
  readonly versions: readonly Part[];
  /** All of these, each once. */
  readonly parts: readonly Part[];
}

interface Found {
  readonly version: QuestionSetVersion;
  readonly isPublished: boolean;
}

/** What is read of these objects, whichever of them it is in. */
const READ: readonly string[] = [
  ...['questionSet', 'version', 'versions', 'versionNumber', 'status', 'publishedAt'],
  ...['id', 'slug', 'name', 'description', 'currentVersion'],
  ...['questions', 'model', 'inputMapping', 'calibration', 'calibrations'],
];

function findParts(json: JsonValue): Source {
  const whole = partOf(json, 'set');
  const { questionSet, versions } = whole.value;
  const names = questionSet === undefined ? whole : partOf(questionSet, 'set.questionSet');
  const listed = versions ?? names.value['versions'];
  const holder = versions === undefined ? names : whole;
  const all = listed === undefined ? [singleOf(whole)] : partsOf(listed, holder);
  return { names, versions: all, parts: [...new Set([whole, names, ...all])] };
}

/** The one version of an answer; a body that creates a set is its version itself. */
function singleOf(whole: Part): Part {
  const { version } = whole.value;
  return isAbsent(version) ? whole : partOf(version, 'set.version');
}

function partsOf(value: JsonValue, { path }: Part): readonly Part[] {
  const place = pathTo(path, ['versions']);
  if (!isList(value) || value.length === 0 || value.length > MAX_VERSIONS) {
    const rule = `versions are a list of 1 to ${MAX_VERSIONS}`;
    throw badContract(place, rule, 'export the set with its versions');
  }
  return value.map((one, index) => partOf(one, pathTo(place, [index])));
}

function partOf(value: JsonValue, path: string): Part {
  if (isObject(value)) return { value, path };
  const fix = 'pass what GET /v1/question-sets/{id} returns, or the body that creates a set';
  throw badContract(path, 'it is an object', fix);
}

function readVersions(parts: readonly Part[]): readonly Found[] {
  const numbered = parts.map((part) => ({ part, number: numberOf(part) }));
  numbered.sort((left, right) => left.number - right.number);
  return numbered.map(({ part, number }, index) => {
    if (number !== index + 1) {
      const isTwice = number <= index;
      const rule = isTwice ? `version ${number} is there twice` : `version ${index + 1} is missing`;
      const fix =
        numbered.length === 1
          ? 'read one version with importRuntypeVersion(), or export the set with all of them'
          : 'export the set with each of its versions once';
      throw badContract(part.path, rule, fix);
    }
    return readVersion(part, number);
  });
}

function readVersion({ value, path }: Part, number: number): Found {
  const { model, inputMapping } = value;
  const version = makeVersion(number, {
    ...readQuestionsAt(convertAll(value['questions']), path),
    model: readModel(model ?? undefined, pathTo(path, ['model'])),
    mapping: readMapping(inputMapping ?? undefined, pathTo(path, ['inputMapping'])),
  });
  const isPublished = value['status'] === 'published' || !isAbsent(value['publishedAt']);
  return { version, isPublished };
}

function numberOf({ value, path }: Part): number {
  const number = value['versionNumber'] ?? 1;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  const place = pathTo(path, ['versionNumber']);
  throw badContract(place, 'a version is a whole number, 1 or more', 'export the set again');
}

function convertAll(questions: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(questions)) return questions;
  const entries = Object.entries(questions).map(([key, question]) => [key, convert(question)]);
  return Object.fromEntries(entries);
}

/** Where options are criteria alone, there they are told apart from what speaks for them. */
function convert(question: JsonValue): JsonValue {
  if (!isObject(question) || question['options'] !== undefined) return question;
  const { type, criteria, ...rest } = question;
  if (type === 'choice' && isObject(criteria)) {
    return { type, ...rest, options: Object.keys(criteria), criteria };
  }
  if (type === 'score' && isList(criteria)) return { type, ...rest, ...levelsOf(criteria) };
  return question;
}

function levelsOf(criteria: readonly JsonValue[]): JsonObject {
  if (criteria.every(isName) && new Set(criteria).size === criteria.length) {
    return { options: criteria };
  }
  const options = criteria.map((_, index) => String(index));
  return { options, criteria: Object.fromEntries(criteria.map((one, index) => [index, one])) };
}

/** The published versions with the current one last. */
function orderOf(found: readonly Found[], { value, path }: Part): readonly number[] {
  const published = found
    .filter(({ isPublished }) => isPublished)
    .map(({ version }) => version.version);
  const current = value['currentVersion'];
  if (isAbsent(current) || current === published.at(-1)) return published;
  if (typeof current === 'number' && published.includes(current)) return [...published, current];
  const rule = 'the current version is one that is published';
  throw badContract(pathTo(path, ['currentVersion']), rule, 'export the set again');
}

function calibrationsOf({ value }: Part, last: number): readonly ImportedCalibration[] {
  const { calibration, calibrations, versionNumber } = value;
  const version = typeof versionNumber === 'number' ? versionNumber : last;
  const records = [calibration, ...(isList(calibrations) ? calibrations : [])];
  return records.filter(isObject).map((record) => Object.freeze({ version, record }));
}

function unreadOf({ value, path }: Part): readonly string[] {
  const others = Object.keys(value).filter((name) => !READ.includes(name));
  return others.map((name) => pathTo(path, [name]));
}

function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null;
}

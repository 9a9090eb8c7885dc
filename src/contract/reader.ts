/**
 * Reads question sets from outside, and knows those that were read or made here.
 *
 * @module
 */
import { type Digest, digest, isDigest } from '../digest.js';
import { JudgeError } from '../errors.js';
import { type JsonObject, type JsonValue, parseJson, snapshot } from '../json.js';
import { checkOptions, isList, isName, isObject, present } from '../members.js';
import { checkQuestions, type Questions } from '../question.js';
import { pathTo } from '../walk.js';
import type { QuestionSet, QuestionSetVersion } from './set.js';

/** The most versions that a set has. */
export const MAX_VERSIONS = 10_000;

/** The most often that versions of a set are published. */
export const MAX_PUBLICATIONS = 10_000;

/** What a set is made of. */
export interface SetParts<Q extends Questions = Questions> {
  readonly slug: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly versions: readonly QuestionSetVersion<Q>[];
  readonly published: readonly number[];
}

/** What a version is made of. */
export interface VersionParts<Q extends Questions = Questions> {
  readonly questions: Q;
  readonly digest: Digest;
  readonly model?: string | undefined;
  readonly mapping?: JsonValue | undefined;
}

/**
 * Reads a question set from outside: its JSON text, or what was parsed from it.
 *
 * Everything is checked: that the versions go from 1 on without a gap or a repetition, that each
 * question keeps every rule, that the questions of each version still have the digest that was
 * recorded with them, and that all the rest, models, mappings and what was published, still has the
 * digest that is the `head`. So nothing can be changed in a file, unless its digests are changed too;
 * receipts then still name those of the old questions, and whoever has kept the head sees the rest.
 *
 * @param value The JSON text, or the value. Members of objects are read once.
 * @param options `head`: the head of the set as you know it. Absent by default.
 * @returns A frozen copy. A set that was made or read here is returned as it is.
 * @throws {@link JudgeError} `bad_contract` with the path of the member that broke a rule,
 *   `set.head` for one that was edited, `bad_option` for an option that does not exist,
 *   `bad_question` for a question that does, `forbidden_member` for `__proto__` and `constructor`,
 *   and the codes of {@link parseJson} and {@link snapshot} for what is not JSON, or more than a
 *   million values or 16,777,216 characters of it.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { publish, questionSet, readQuestionSet } from 'judgement/contract';
 *
 * const set = publish(questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } }));
 * const text = JSON.stringify(set);
 * console.log(readQuestionSet(text).versions[0]?.digest === set.versions[0]?.digest); // true
 *
 * try {
 *   readQuestionSet(text.replace('Is this spam?', 'Is this good?'));
 * } catch (error) {
 *   if (error instanceof Error) console.log(error.message.split(':')[0]); // set.versions[0].digest
 * }
 * ```
 */
export function readQuestionSet(
  value: unknown,
  options: { readonly head?: string | undefined } = {},
): QuestionSet {
  checkOptions(options, ['head'], 'options');
  const { head } = options;
  const set = isOwn(value) ? value : readSet(typeof value === 'string' ? parse(value) : value);
  if (head === undefined || head === set.head) return set;
  const rule = 'it is the head that is known';
  throw badContract('set.head', rule, 'look for what was changed, or read the latest set');
}

/** A set that was made or read here, or a copy of one that was not. */
export function ownSet<Q extends Questions>(set: QuestionSet<Q>): QuestionSet<Q>;
export function ownSet(set: QuestionSet): QuestionSet {
  return isOwn(set) ? set : readSet(set);
}

/** Puts a set together out of parts that are checked, and freezes it. */
export function sealSet<Q extends Questions>(parts: SetParts<Q>): QuestionSet<Q> {
  const { slug, name, description, versions, published } = parts;
  const rest: Omit<QuestionSet<Q>, 'head'> = {
    format: FORMAT,
    slug,
    name,
    ...present({ description }),
    versions: Object.freeze([...versions]),
    published: Object.freeze([...published]),
  };
  const set: QuestionSet<Q> = Object.freeze({ ...rest, head: digest(rest) });
  OWN.add(set);
  return set;
}

/** Puts a version together out of parts that are checked, and freezes it. */
export function makeVersion<Q extends Questions>(
  version: number,
  { questions, digest: digested, model, mapping }: VersionParts<Q>,
): QuestionSetVersion<Q> {
  const known = present({ model, mapping });
  return Object.freeze({ version, questions, digest: digested, ...known });
}

/** Checks questions that are the member `questions` of what a path leads to, and digests them. */
export function readQuestionsAt(
  given: unknown,
  path: string,
): { readonly questions: Questions; readonly digest: Digest } {
  try {
    const questions = checkQuestions(given);
    return { questions, digest: digest(questions) };
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    const { code, rule, fix, cause } = error;
    throw new JudgeError(code, { path: `${path}.${error.path}`, rule, fix, cause });
  }
}

/** Reads a slug. */
export function readSlug(value: unknown, path: string): string {
  if (typeof value === 'string' && SLUG.test(value)) return value;
  const rule = 'a slug is 1 to 64 of a-z, 0-9, - and _, and begins with a letter or digit';
  throw badContract(path, rule, 'write it as ticket-router; its name can be anything');
}

/** Reads a name or a description. */
export function readName(value: unknown, path: string): string {
  if (isName(value)) return value;
  const rule = 'it is text of 1 to 1,000 characters, not blank';
  throw badContract(path, rule, 'shorten it, or leave it out');
}

/** Reads the name of a model; nothing where there is none. */
export function readModel(value: unknown, path: string): string | undefined {
  return value === undefined ? undefined : readName(value, path);
}

/** Reads a mapping, which is any JSON but null; nothing where there is none. */
export function readMapping(value: unknown, path: string): JsonValue | undefined {
  if (value === undefined) return undefined;
  const mapping = snapshot(value, path);
  if (mapping !== null) return mapping;
  throw badContract(path, 'a mapping is JSON, and not null', 'leave it out');
}

/** The error for a question set that breaks a rule. */
export function badContract(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_contract', { path, rule, fix });
}

/** Reads an object, and refuses members of other names. */
export function readMembers(
  value: JsonValue | undefined,
  known: readonly string[],
  path: string,
): JsonObject {
  const fix = `use any of: ${known.join(', ')}`;
  if (!isObject(value)) throw badContract(path, 'it is an object', fix);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value;
  throw badContract(pathTo(path, [unknown]), 'unknown member', fix);
}

const FORMAT = 'judgement/question-set/v1';
const MEMBERS = ['format', 'slug', 'name', 'description', 'versions', 'published', 'head'] as const;
const VERSION_MEMBERS = ['version', 'questions', 'digest', 'model', 'mapping'] as const;

/** Lower-case letters, digits, `-` and `_`. */
const SLUG = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The sets that were made or read here: nobody can change them, so they need not be read again. */
const OWN: WeakSet<object> = /* @__PURE__ */ new WeakSet();

function isOwn(value: unknown): value is QuestionSet {
  return typeof value === 'object' && value !== null && OWN.has(value);
}

function parse(text: string): JsonValue {
  return parseJson(text, { path: 'set' });
}

function readSet(value: unknown): QuestionSet {
  const given = readMembers(snapshot(value, 'set'), MEMBERS, 'set');
  if (given['format'] !== FORMAT) {
    const fix =
      'read sets of other services with importRuntype(), and questions with questionSet()';
    throw badContract('set.format', `the format is ${FORMAT}`, fix);
  }
  const { slug, name, description, versions, published } = given;
  const read = readVersions(versions);
  const set = sealSet({
    slug: readSlug(slug, 'set.slug'),
    name: readName(name, 'set.name'),
    description: description === undefined ? undefined : readName(description, 'set.description'),
    versions: read,
    published: readPublished(published, read.length),
  });
  checkHead(given, set);
  return set;
}

/** A digest of the questions does not tell that anything else was edited: this one does. */
function checkHead({ head: written, ...rest }: JsonObject, { head }: QuestionSet): void {
  // A question that is read by another name has another digest than it was written with.
  if (written === head || (isDigest(written) && written === digest(rest))) return;
  const rule = 'it is the digest of all the other members';
  throw badContract('set.head', rule, 'put back what was changed, or change it with a function');
}

function readVersions(value: JsonValue | undefined): readonly QuestionSetVersion[] {
  const path = 'set.versions';
  if (isList(value) && value.length > 0 && value.length <= MAX_VERSIONS) {
    return value.map((version, index) => readVersion(version, index + 1, pathTo(path, [index])));
  }
  const rule = `versions are a list of 1 to ${MAX_VERSIONS}`;
  throw badContract(path, rule, 'list every version, from 1 on');
}

function readVersion(value: JsonValue, number: number, path: string): QuestionSetVersion {
  const given = readMembers(value, VERSION_MEMBERS, path);
  checkNumber(given['version'], number, pathTo(path, ['version']));
  const { questions, digest: found } = readQuestionsAt(given['questions'], path);
  if (found !== given['digest']) {
    const rule = `version ${number} has other questions than those that were recorded`;
    const fix = 'put back what was changed, and append a new version for the change';
    throw badContract(pathTo(path, ['digest']), rule, fix);
  }
  return makeVersion(number, {
    questions,
    digest: found,
    model: readModel(given['model'], pathTo(path, ['model'])),
    mapping: readMapping(given['mapping'], pathTo(path, ['mapping'])),
  });
}

function checkNumber(value: JsonValue | undefined, expected: number, path: string): void {
  if (value === expected) return;
  const fix = 'list every version once, in order, from 1 on';
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw badContract(path, 'a version is a whole number, 1 or more', fix);
  }
  const rule =
    value < expected ? `version ${value} is there twice` : `version ${expected} is missing`;
  throw badContract(path, rule, fix);
}

function readPublished(value: JsonValue | undefined, versions: number): readonly number[] {
  const path = 'set.published';
  if (!isList(value) || value.length > MAX_PUBLICATIONS) {
    const rule = `it is a list of at most ${MAX_PUBLICATIONS} versions`;
    throw badContract(path, rule, 'list the versions as they were published, the current one last');
  }
  return value.map((version, index) => {
    const place = pathTo(path, [index]);
    const fix = 'list the versions as they were published, the current one last';
    if (typeof version !== 'number' || !Number.isInteger(version)) {
      throw badContract(place, 'it is the number of a version', fix);
    }
    if (version < 1 || version > versions) {
      throw badContract(place, `there is no version ${version}`, fix);
    }
    if (value[index - 1] === version) {
      throw badContract(place, `version ${version} was the current one already`, fix);
    }
    return version;
  });
}

/**
 * Question sets: what is asked, in versions that never change once they are there.
 *
 * @module
 */
import type { Digest } from '../digest.js';
import { JudgeError } from '../errors.js';
import type { JsonValue } from '../json.js';
import { checkOptions } from '../members.js';
import type { Questions } from '../question.js';
import {
  MAX_PUBLICATIONS,
  MAX_VERSIONS,
  makeVersion,
  ownSet,
  readMapping,
  readModel,
  readName,
  readQuestionsAt,
  readSlug,
  sealSet,
} from './reader.js';

/** One version of a question set. It is appended as a draft, and nothing of it ever changes. */
export interface QuestionSetVersion<Q extends Questions = Questions> {
  /** Its number: 1 for the first, and one more for each that follows. */
  readonly version: number;
  readonly questions: Q;
  /** The digest of the questions, as `judge()` writes it into `questionsDigest`. */
  readonly digest: Digest;
  /** The model to ask, as a note for whoever asks. */
  readonly model?: string;
  /** How the state is made, as a note for whoever makes it. */
  readonly mapping?: JsonValue;
}

/**
 * A question set: plain, deeply frozen JSON, so `JSON.stringify()` writes it and
 * {@link readQuestionSet} reads it.
 *
 * Its type knows the questions of all of its versions, as a union where they differ.
 */
export interface QuestionSet<Q extends Questions = Questions> {
  readonly format: 'judgement/question-set/v1';
  /** Its id, which never changes: lower-case letters, digits, `-` and `_`, up to 64. */
  readonly slug: string;
  /** Its name for people. */
  readonly name: string;
  readonly description?: string;
  /** Every version there is, from 1 on without a gap. */
  readonly versions: readonly QuestionSetVersion<Q>[];
  /** The numbers of the versions in the order in which they were published; the last is current. */
  readonly published: readonly number[];
  /** The digest of all the other members: a set that was edited since has another. */
  readonly head: Digest;
}

/** What {@link questionSet} makes a set of. */
export interface QuestionSetInput<Q extends Questions = Questions> {
  /** 1 to 64 lower-case letters, digits, `-` and `_`, of which the first is a letter or digit. */
  readonly slug: string;
  /** Its name for people. Defaults to the slug. */
  readonly name?: string | undefined;
  /** None by default. */
  readonly description?: string | undefined;
  /** 1 to 400 questions by key. */
  readonly questions: Q;
  /** The model to ask. None by default. */
  readonly model?: string | undefined;
  /** How the state is made. None by default. */
  readonly mapping?: JsonValue | undefined;
}

/** What {@link newDraft} changes; what is left out carries over from the most recent version. */
export interface DraftChanges<Q extends Questions = Questions> {
  readonly questions?: Q | undefined;
  /** `null` for none any more. */
  readonly model?: string | null | undefined;
  /** `null` for none any more. */
  readonly mapping?: JsonValue | undefined;
}

/**
 * Makes a question set, with its first version as a draft.
 *
 * @param input See {@link QuestionSetInput}.
 * @returns The set, with version 1, of which nothing is published yet.
 * @throws {@link JudgeError} `bad_contract` for a slug, name, model or mapping that is none,
 *   `bad_question` and the codes of `checkQuestions()` for the questions, `bad_option` for a
 *   member that does not exist.
 *
 * @example
 * ```ts
 * import { choice } from 'judgement';
 * import { publish, questionSet } from 'judgement/contract';
 *
 * const set = questionSet({
 *   slug: 'ticket-router',
 *   questions: { team: choice('Which team takes this ticket?', ['billing', 'technical']) },
 * });
 * console.log(set.versions.length, set.published, publish(set).published); // 1 [] [ 1 ]
 * ```
 */
export function questionSet<const Q extends Questions>(input: QuestionSetInput<Q>): QuestionSet<Q>;
export function questionSet(input: QuestionSetInput): QuestionSet {
  const known = ['slug', 'name', 'description', 'questions', 'model', 'mapping'] as const;
  checkOptions(input, known, 'set');
  const { slug, name = slug, description, questions, model, mapping } = input;
  const first = makeVersion(1, {
    ...readQuestionsAt(questions, 'set'),
    model: readModel(model, 'set.model'),
    mapping: readMapping(mapping, 'set.mapping'),
  });
  return sealSet({
    slug: readSlug(slug, 'set.slug'),
    name: readName(name, 'set.name'),
    description: description === undefined ? undefined : readName(description, 'set.description'),
    versions: [first],
    published: [],
  });
}

/**
 * Appends a version, as a draft: what it does not change carries over from the most recent one,
 * and every earlier version stays as it is.
 *
 * @param set The set.
 * @param changes One or more of questions, model and mapping; see {@link DraftChanges}.
 * @returns A new set with one more version. The one that was passed in does not change.
 * @throws {@link JudgeError} `bad_contract` where there is nothing to change, for a model or
 *   mapping that is none, and for more than 10,000 versions; `bad_question` and the codes of
 *   `checkQuestions()` for the questions; `bad_option` for a member that does not exist; and as
 *   {@link readQuestionSet} does for what is no set.
 *
 * @example
 * ```ts
 * import { choice } from 'judgement';
 * import { newDraft, questionSet } from 'judgement/contract';
 *
 * const first = questionSet({
 *   slug: 'ticket-router',
 *   questions: { team: choice('Which team?', ['billing', 'technical']) },
 *   model: 'router-2',
 * });
 * const set = newDraft(first, {
 *   questions: { team: choice('Which team?', ['billing', 'technical', 'other']) },
 * });
 * console.log(set.versions.length, set.versions[1]?.model); // 2 router-2
 * ```
 */
export function newDraft<Q extends Questions, const N extends Questions = Q>(
  set: QuestionSet<Q>,
  changes: DraftChanges<N>,
): QuestionSet<Q | N>;
export function newDraft(set: QuestionSet, changes: DraftChanges): QuestionSet {
  const held = ownSet(set);
  checkOptions(changes, ['questions', 'model', 'mapping'], 'changes');
  const { questions, model, mapping } = changes;
  if (questions === undefined && model === undefined && mapping === undefined) {
    throw new JudgeError('bad_contract', {
      path: 'changes',
      rule: 'a draft changes the questions, the model or the mapping',
      fix: 'pass one of them, or use rename() for the name and the description',
    });
  }
  const { versions } = held;
  if (versions.length >= MAX_VERSIONS) throw tooMany('versions', MAX_VERSIONS);
  const last = latestOf(held);
  const draft = makeVersion(versions.length + 1, {
    ...(questions === undefined
      ? { questions: last.questions, digest: last.digest }
      : readQuestionsAt(questions, 'changes')),
    model: carried(model, last.model, (value) => readModel(value, 'changes.model')),
    mapping: carried(mapping, last.mapping, (value) => readMapping(value, 'changes.mapping')),
  });
  return sealSet({ ...held, versions: [...versions, draft] });
}

/**
 * Publishes a version, which makes it the current one. Publishing an older one again is how a
 * change is rolled back.
 *
 * @param set The set.
 * @param version The number of the version. Defaults to the most recent one.
 * @returns A new set; the same one where that version is the current one already.
 * @throws {@link JudgeError} `unknown_contract` for a version that the set does not have,
 *   `bad_contract` for more than 10,000 publications, and as {@link readQuestionSet} does for what
 *   is no set.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { newDraft, publish, questionSet, resolveContract } from 'judgement/contract';
 *
 * const first = questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } });
 * const second = newDraft(first, { questions: { spam: noul('Is this an advertisement?') } });
 * const set = publish(publish(second, 1), 2);
 * const back = publish(set, 1);
 * console.log(resolveContract(set).version, resolveContract(back).version); // 2 1
 * ```
 */
export function publish<Q extends Questions>(
  set: QuestionSet<Q>,
  version?: number,
): QuestionSet<Q> {
  const held = ownSet(set);
  const { version: number } = versionOf(held, version ?? held.versions.length, 'version');
  const { published } = held;
  if (published.at(-1) === number) return held;
  if (published.length >= MAX_PUBLICATIONS) throw tooMany('publications', MAX_PUBLICATIONS);
  return sealSet({ ...held, published: [...published, number] });
}

/**
 * Changes what a set is called. Its slug, which receipts name, stays, and no version is added.
 *
 * @param set The set.
 * @param names The new name, the new description, or both; a description of `null` is none any
 *   more.
 * @returns A new set.
 * @throws {@link JudgeError} `bad_contract` for a name or description that is none, `bad_option`
 *   for anything else to be changed, and as {@link readQuestionSet} does for what is no set.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { questionSet, rename } from 'judgement/contract';
 *
 * const set = questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } });
 * const { slug, name } = rename(set, { name: 'Spam and advertisements' });
 * console.log(slug, name); // spam Spam and advertisements
 * ```
 */
export function rename<Q extends Questions>(
  set: QuestionSet<Q>,
  names: { readonly name?: string | undefined; readonly description?: string | null | undefined },
): QuestionSet<Q> {
  const held = ownSet(set);
  checkOptions(names, ['name', 'description'], 'names');
  const { name, description } = names;
  return sealSet({
    ...held,
    name: name === undefined ? held.name : readName(name, 'names.name'),
    description: carried(description, held.description, (value) =>
      readName(value, 'names.description'),
    ),
  });
}

/** The version of that number. */
export function versionOf<Q extends Questions>(
  { slug, versions }: QuestionSet<Q>,
  number: unknown,
  path: string,
): QuestionSetVersion<Q> {
  const found = typeof number === 'number' ? versions[number - 1] : undefined;
  if (found !== undefined) return found;
  throw new JudgeError('unknown_contract', {
    path,
    rule: `${slug} has the versions 1 to ${versions.length}`,
    fix: 'pass the number of one of them',
  });
}

/** The most recent version, which every set has. */
function latestOf<Q extends Questions>(set: QuestionSet<Q>): QuestionSetVersion<Q> {
  return versionOf(set, set.versions.length, 'set.versions');
}

/** What was there before where nothing is said, nothing where `null` is, and else the new value. */
function carried<T, V>(
  given: V | null | undefined,
  before: T | undefined,
  read: (value: V) => T | undefined,
): T | undefined {
  if (given === undefined) return before;
  return given === null ? undefined : read(given);
}

function tooMany(what: string, most: number): JudgeError {
  return new JudgeError('bad_contract', {
    path: 'set',
    rule: `a set has at most ${most} ${what}`,
    fix: 'begin another set',
  });
}

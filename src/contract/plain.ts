/**
 * Question sets out of files of questions.
 *
 * @module
 */
import { digest } from '../digest.js';
import { parseJson } from '../json.js';
import { checkOptions } from '../members.js';
import { checkQuestions } from '../question.js';
import { makeVersion, readName, readSlug, sealSet } from './reader.js';
import type { QuestionSet } from './set.js';

/** What a file of questions does not say. */
export interface ImportOptions {
  /** The slug of the set. */
  readonly slug: string;
  /** The name of the set. Defaults to the slug. */
  readonly name?: string | undefined;
}

/**
 * Makes a question set out of a file of questions as the judge contract has them:
 * `{ key: { type, instructions, options, criteria } }`.
 *
 * @param questions The JSON text, or what was parsed from it.
 * @param options See {@link ImportOptions}.
 * @returns The set, with the questions as version 1, a draft.
 * @throws {@link JudgeError} `bad_question` and the codes of `checkQuestions()` and
 *   {@link parseJson} for the file, `bad_contract` for a slug or name that is none, `bad_option`
 *   for an option that does not exist.
 *
 * @example
 * ```ts
 * import { importQuestions } from 'judgement/contract';
 *
 * const text = '{"spam":{"type":"predicate","instructions":"Is this message spam?"}}';
 * const { versions } = importQuestions(text, { slug: 'spam' });
 * console.log(versions[0]?.questions['spam']?.type); // noul
 * ```
 */
export function importQuestions(questions: unknown, options: ImportOptions): QuestionSet {
  checkOptions(options, ['slug', 'name'], 'options');
  const { slug, name = slug } = options;
  const given =
    typeof questions === 'string' ? parseJson(questions, { path: 'questions' }) : questions;
  const checked = checkQuestions(given);
  return sealSet({
    slug: readSlug(slug, 'options.slug'),
    name: readName(name, 'options.name'),
    versions: [makeVersion(1, { questions: checked, digest: digest(checked) })],
    published: [],
  });
}

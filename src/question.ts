/**
 * Typed questions: a noul, a choice, a score; how to write them and how to read untrusted ones.
 *
 * @module
 */
import { type JsonObject, type JsonValue, snapshot } from './json.js';
import { checkOptions, isObject } from './members.js';
import {
  badQuestion,
  readChoice,
  readNoul,
  readObject,
  readQuestion,
  readScore,
} from './question-reader.js';
import { pathTo } from './walk.js';

/** What a judge reads: text, a JSON object or a JSON array. */
export type QuestionText = string | JsonObject | readonly JsonValue[];

/** What speaks for one side or one label; `null` when the label says it all. */
export type Criterion = QuestionText | null;

/** A yes/no question, answered by the probability of yes. */
export interface NoulQuestion {
  readonly type: 'noul';
  /** What is asked. Absent only in a question that is asked by its key alone. */
  readonly instructions?: QuestionText;
  readonly criteria?: { readonly true?: Criterion; readonly false?: Criterion };
}

/** A question with one answer out of a fixed set of labels. */
export interface ChoiceQuestion<L extends string = string> {
  readonly type: 'choice';
  readonly instructions: QuestionText;
  /** 2 to 255 distinct labels. */
  readonly options: readonly L[];
  readonly criteria?: { readonly [label in L]?: Criterion };
}

/** A question with an answer on an ordered rubric. */
export interface ScoreQuestion<L extends string = string> {
  readonly type: 'score';
  readonly instructions: QuestionText;
  /** 2 to 10 distinct levels, lowest first; the score is on their index, 0 to levels - 1. */
  readonly options: readonly L[];
  readonly criteria?: { readonly [label in L]?: Criterion };
}

/** Any question. On the wire of the judge contract a question is this very shape. */
export type Question = NoulQuestion | ChoiceQuestion | ScoreQuestion;

/** Questions by key: 1 to 400 of them, each key of 1 to 100 characters. */
export interface Questions {
  readonly [key: string]: Question;
}

/**
 * Asks a yes/no question, answered by the probability of yes (decision contract, "noul").
 *
 * @param instructions What is asked: text, a JSON object or a JSON array, not empty.
 * @param options `criteria`: what speaks for `true` and for `false`. None by default.
 * @returns A frozen copy.
 * @throws {@link JudgeError} `bad_question` when a part is empty or of another type, `bad_option`
 *   for an unknown option, and the codes of {@link snapshot} for what is not JSON.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 *
 * const question = noul('Does the reply promise a refund?', {
 *   criteria: { true: 'a sum or a date is named', false: 'only an apology' },
 * });
 * console.log(question.type); // noul
 * ```
 */
export function noul(
  instructions: QuestionText,
  options: { readonly criteria?: NoulQuestion['criteria'] | undefined } = {},
): NoulQuestion {
  checkOptions(options, ['criteria'], 'options');
  const { criteria } = options;
  const given = criteria === undefined ? { instructions } : { instructions, criteria };
  return readNoul(readObject(snapshot(given, 'question'), 'question'), 'question');
}

/**
 * Asks for one label out of a fixed set (decision contract, "choice").
 *
 * @param instructions What is asked: text, a JSON object or a JSON array, not empty.
 * @param options The labels, 2 to 255 distinct ones, in order; or a map from each label to what
 *   speaks for it. A map orders labels that are whole numbers first, as every JavaScript object
 *   does: use a list where that matters.
 * @returns A frozen copy, with the labels in its type.
 * @throws {@link JudgeError} `bad_question` when a part is empty, repeated, too long or of another
 *   type, `forbidden_member` for a label that cannot name a member, and the codes of
 *   {@link snapshot} for what is not JSON.
 *
 * @example
 * ```ts
 * import { choice } from 'judgement';
 *
 * const question = choice('Which team takes this ticket?', {
 *   billing: 'invoices, refunds, payment methods',
 *   technical: 'errors, outages, integrations',
 *   other: null,
 * });
 * console.log(question.options); // [ 'billing', 'technical', 'other' ]
 * ```
 */
export function choice<const L extends string>(
  instructions: QuestionText,
  options: readonly L[] | { readonly [label in L]: Criterion },
): ChoiceQuestion<L>;
export function choice(
  instructions: QuestionText,
  options: readonly string[] | { readonly [label: string]: Criterion },
): ChoiceQuestion {
  const question = readObject(snapshot({ instructions, options }, 'question'), 'question');
  const { options: labels } = question;
  if (!isObject(labels)) return readChoice(question, 'question');
  return readChoice({ ...question, options: Object.keys(labels), criteria: labels }, 'question');
}

/**
 * Asks for a place on an ordered rubric (decision contract, "score").
 *
 * @param instructions What is asked: text, a JSON object or a JSON array, not empty.
 * @param levels 2 to 10 distinct labels, lowest first. The score is on their index.
 * @param options `criteria`: what speaks for each level. None by default.
 * @returns A frozen copy, with the levels in its type.
 * @throws {@link JudgeError} `bad_question` when a part is empty, repeated, too long or of another
 *   type, `forbidden_member` for a level that cannot name a member, `bad_option` for an unknown
 *   option, and the codes of {@link snapshot} for what is not JSON.
 *
 * @example
 * ```ts
 * import { score } from 'judgement';
 *
 * const question = score('How good is the answer?', ['poor', 'fair', 'good']);
 * console.log(question.options.length - 1); // 2
 * ```
 */
export function score<const L extends string>(
  instructions: QuestionText,
  levels: readonly L[],
  options?: { readonly criteria?: ScoreQuestion<NoInfer<L>>['criteria'] | undefined },
): ScoreQuestion<L>;
export function score(
  instructions: QuestionText,
  levels: readonly string[],
  options: { readonly criteria?: ScoreQuestion['criteria'] | undefined } = {},
): ScoreQuestion {
  checkOptions(options, ['criteria'], 'options');
  const { criteria } = options;
  const given = { instructions, options: levels, ...(criteria === undefined ? {} : { criteria }) };
  return readScore(readObject(snapshot(given, 'question'), 'question'), 'question');
}

/**
 * Reads questions from outside, applies every limit and returns a frozen copy.
 *
 * The types `boolean` and `predicate`, which other services use, are read as `noul`. A noul
 * without `instructions` is a question that is asked by its key alone.
 *
 * @param questions Questions by key, in the wire form `{type, instructions, options, criteria}`.
 * @returns The checked copy, in the order given.
 * @throws {@link JudgeError} `bad_question` that names the member and the rule, `forbidden_member`
 *   for `__proto__` or `constructor` as a key or label, and the codes of {@link snapshot} for what
 *   is not JSON.
 *
 * @example
 * ```ts
 * import { checkQuestions, parseJson } from 'judgement';
 *
 * const text = '{"spam":{"type":"predicate","instructions":"Is this message spam?"}}';
 * console.log(checkQuestions(parseJson(text))['spam']?.type); // noul
 * ```
 */
export function checkQuestions<const Q extends Questions>(questions: Q): Q;
export function checkQuestions(questions: unknown): Questions;
export function checkQuestions(questions: unknown): Questions {
  const copy = questions === undefined ? undefined : snapshot(questions, 'questions');
  if (!isObject(copy)) {
    throw badQuestion('questions', 'questions are an object by key', "pass { key: noul('…') }");
  }
  const given = copy;
  const keys = Object.keys(given);
  if (keys.length === 0 || keys.length > MAX_QUESTIONS) {
    const rule = `a request holds 1 to ${MAX_QUESTIONS} questions, not ${keys.length}`;
    throw badQuestion(
      'questions',
      rule,
      'ask at least one, and split what is too much for one request',
    );
  }
  const entries = keys.map((key): [string, Question] => {
    const path = pathTo('questions', [key]);
    checkKey(key, path);
    return [key, readQuestion(given[key], path)];
  });
  return Object.freeze(Object.fromEntries(entries));
}

const MAX_QUESTIONS = 400;
const MAX_KEY = 100;

function checkKey(key: string, path: string): void {
  // A character is a code point here, as it is in every JSON schema.
  if (key.length > 0 && key.length <= MAX_KEY * 2 && [...key].length <= MAX_KEY) return;
  const rule = `a key has 1 to ${MAX_KEY} characters`;
  throw badQuestion(path, rule, 'name what is asked, and say the rest in the instructions');
}

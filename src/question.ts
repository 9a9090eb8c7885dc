/**
 * Typed questions: a noul, a choice, a score; how to write them and how to read untrusted ones.
 *
 * @module
 */

import { JudgeError } from './errors.js';
import type { JsonObject, JsonValue } from './json.js';
import { snapshot } from './json.js';
import { checkOptions, isBlank, isList, isObject } from './members.js';
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
  options: { readonly criteria?: NoulQuestion['criteria'] } = {},
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
  options?: { readonly criteria?: ScoreQuestion<NoInfer<L>>['criteria'] },
): ScoreQuestion<L>;
export function score(
  instructions: QuestionText,
  levels: readonly string[],
  options: { readonly criteria?: ScoreQuestion['criteria'] } = {},
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
  const given = readObject(snapshot(questions, 'questions'), 'questions');
  const keys = Object.keys(given);
  if (keys.length === 0 || keys.length > MAX_QUESTIONS) {
    const rule = `a request holds 1 to ${MAX_QUESTIONS} questions, not ${keys.length}`;
    throw bad('questions', rule, 'ask at least one, and split what is too much for one request');
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
const MAX_OPTIONS = 255;
const MAX_LEVELS = 10;
const MAX_LABEL = 1_000;

type Reader = (members: JsonObject, path: string) => Question;

/** How each type is read; the last two are what other services call a noul. */
const READERS: ReadonlyMap<unknown, Reader> = /* @__PURE__ */ new Map<unknown, Reader>([
  ['noul', readNoul],
  ['choice', readChoice],
  ['score', readScore],
  ['boolean', readNoul],
  ['predicate', readNoul],
]);

function checkKey(key: string, path: string): void {
  // A character is a code point here, as it is in every JSON schema.
  if (key.length > 0 && key.length <= MAX_KEY * 2 && [...key].length <= MAX_KEY) return;
  const rule = `a key has 1 to ${MAX_KEY} characters`;
  throw bad(path, rule, 'shorten the key, and say the rest in the instructions');
}

function readQuestion(value: JsonValue | undefined, path: string): Question {
  const question = readObject(value, path);
  const read = READERS.get(question['type']);
  if (read !== undefined) return read(question, path);
  throw bad(pathTo(path, ['type']), 'a type is noul, choice or score', 'use one of the three');
}

function readNoul(question: JsonObject, path: string): NoulQuestion {
  checkMembers(question, ['type', 'instructions', 'criteria'], path);
  const { instructions, criteria } = question;
  return Object.freeze({
    type: 'noul',
    ...(instructions === undefined ? {} : { instructions: readInstructions(question, path) }),
    ...(criteria === undefined
      ? {}
      : { criteria: readCriteria(criteria, ['true', 'false'], path) }),
  });
}

function readChoice(question: JsonObject, path: string): ChoiceQuestion {
  return Object.freeze({ type: 'choice', ...readLabelled(question, MAX_OPTIONS, path) });
}

function readScore(question: JsonObject, path: string): ScoreQuestion {
  return Object.freeze({ type: 'score', ...readLabelled(question, MAX_LEVELS, path) });
}

function readLabelled(question: JsonObject, most: number, path: string): Labelled {
  checkMembers(question, ['type', 'instructions', 'options', 'criteria'], path);
  const instructions = readInstructions(question, path);
  const options = readLabels(question['options'], most, pathTo(path, ['options']));
  const { criteria } = question;
  if (criteria === undefined) return { instructions, options };
  return { instructions, options, criteria: readCriteria(criteria, options, path) };
}

type Labelled = Omit<ChoiceQuestion, 'type'>;

function readInstructions(question: JsonObject, path: string): QuestionText {
  return readText(question['instructions'], pathTo(path, ['instructions']));
}

function readLabels(value: JsonValue | undefined, most: number, path: string): readonly string[] {
  if (!isList(value) || value.length < 2 || value.length > most) {
    throw bad(path, `options are a list of 2 to ${most} labels`, 'list the labels in order');
  }
  const labels = new Set<string>();
  for (const [index, label] of value.entries()) {
    labels.add(readLabel(label, labels, pathTo(path, [index])));
  }
  return Object.freeze([...labels]);
}

function readLabel(label: JsonValue, taken: ReadonlySet<string>, path: string): string {
  if (typeof label !== 'string' || isBlank(label) || label.length > MAX_LABEL) {
    const rule = `a label is text of 1 to ${MAX_LABEL} characters, not blank`;
    throw bad(path, rule, 'name the answer, and describe it in the criteria');
  }
  if (taken.has(label)) throw bad(path, 'labels are distinct', 'leave out the repeated label');
  if (label !== '__proto__' && label !== 'constructor') return label;
  throw new JudgeError('forbidden_member', {
    path,
    rule: `a label names a member of the probabilities, which ${label} must not`,
    fix: 'rename the label',
  });
}

function readCriteria(
  value: JsonValue,
  labels: readonly string[],
  path: string,
): { readonly [label: string]: Criterion } {
  const place = pathTo(path, ['criteria']);
  const criteria = readObject(value, place);
  checkMembers(criteria, labels, place);
  const entries = Object.entries(criteria).map(([label, criterion]): [string, Criterion] => [
    label,
    criterion === null ? null : readText(criterion, pathTo(place, [label])),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

function readText(value: JsonValue | undefined, path: string): QuestionText {
  if (typeof value === 'string' && !isBlank(value)) return value;
  if (isList(value) && value.length > 0) return value;
  if (isObject(value) && Object.keys(value).length > 0) return value;
  const rule = 'it is text, an object or a list, and not empty';
  throw bad(path, rule, 'say what the judge has to know');
}

function readObject(value: JsonValue | undefined, path: string): JsonObject {
  if (isObject(value)) return value;
  throw bad(path, 'it is an object', 'pass an object with the members that are described');
}

function checkMembers(value: JsonObject, known: readonly string[], path: string): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const fix = known.length < 8 ? `use any of: ${known.join(', ')}` : 'use one of the labels';
    throw bad(pathTo(path, [name]), 'unknown member', fix);
  }
}

function bad(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_question', { path, rule, fix });
}

/**
 * Reads a judge's answers once and checks every rule of them.
 *
 * @module
 */
import type { Answer, Answers, Refusal } from './answer.js';
import { JudgeError } from './errors.js';
import { type JsonObject, type JsonValue, snapshotSigned } from './json.js';
import { isObject } from './members.js';
import type { Question, Questions } from './question.js';
import { pathTo } from './walk.js';

/** What probabilities are rounded to when a judge says nothing about it. */
export const DECIMALS = 2;

/** The answers to questions that are checked already; otherwise as `checkAnswers()`. */
export function readAnswers<Q extends Questions>(
  questions: Q,
  raw: unknown,
  decimals?: number,
): Answers<Q>;
export function readAnswers(questions: Questions, raw: unknown, decimals = DECIMALS): Answers {
  const copy = raw === undefined ? undefined : readRaw(raw);
  const given = readObject(copy, 'answers', 'answers are an object by key');
  const entries = Object.entries(questions).map(([key, question]): [string, Answer] => {
    const path = pathTo('answers', [key]);
    if (!Object.hasOwn(given, key)) {
      throw bad(path, 'every question that is asked is answered', 'answer it or refuse it');
    }
    const members = readObject(given[key], path, 'an answer is an object');
    return [key, readAnswer({ question, members, path, decimals })];
  });
  return Object.freeze(Object.fromEntries(entries));
}

/** A copy; what is said of other JSON, that null would do, is not so of an answer. */
function readRaw(raw: unknown): JsonValue {
  try {
    return snapshotSigned(raw, 'answers');
  } catch (error) {
    if (!(error instanceof JudgeError) || error.code !== 'not_finite') throw error;
    const { path, rule } = error;
    const most = path.endsWith('.score') ? 'levels - 1' : '1';
    const fix = `answer a number from 0 to ${most}, or { refusal: true }`;
    throw new JudgeError('not_finite', { path, rule, fix });
  }
}

/** Whether a number can be the decimals that a judge rounds to. */
export function isDecimals(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 15;
}

/** What adding up to 255 doubles between 0 and 1 can be off by, and more. */
const SLACK = 1e-12;

/** How many labels an error lists, and how much of each. */
const MAX_SHOWN = 6;
const MAX_LABEL = 40;

/** The members that say something, and that a refusal therefore must not have. */
const VALUES = ['noul', 'choice', 'score', 'probabilities', 'confidence'] as const;

interface Reading<Q extends Question = Question> {
  readonly question: Q;
  readonly members: JsonObject;
  readonly path: string;
  readonly decimals: number;
}

function readAnswer(reading: Reading): Answer {
  const { question, members, path } = reading;
  if (isRefusal(members, path)) return refuse(path);
  switch (question.type) {
    case 'noul': {
      const noul = readNumber(members, 'noul', 1, path);
      return Object.freeze({ noul, ...readCertainty(reading, ['yes', 'no']) });
    }
    case 'choice': {
      const choice = readLabel(members, question.options, path);
      return Object.freeze({ choice, ...readCertainty(reading, question.options) });
    }
    case 'score': {
      const score = readNumber(members, 'score', question.options.length - 1, path);
      return Object.freeze({ score, ...readCertainty(reading, question.options) });
    }
  }
}

function isRefusal(members: JsonObject, path: string): boolean {
  const refusal = members['refusal'] ?? false;
  if (typeof refusal !== 'boolean') {
    throw bad(pathTo(path, ['refusal']), 'a refusal is true', 'leave it out of an answer');
  }
  // Read as an answer or as a refusal, it would be something that the judge did not say.
  const value = refusal ? VALUES.find((name) => (members[name] ?? null) !== null) : undefined;
  if (value === undefined) return refusal;
  throw bad(pathTo(path, [value]), 'a refusal comes without an answer', 'answer or refuse');
}

function refuse(path: string): Refusal {
  const refusal: Refusal = {
    refusal: true,
    get noul(): never {
      throw refused(path);
    },
    get choice(): never {
      throw refused(path);
    },
    get score(): never {
      throw refused(path);
    },
  };
  return Object.freeze(Object.defineProperties(refusal, HIDDEN));
}

const HIDDEN = {
  noul: { enumerable: false },
  choice: { enumerable: false },
  score: { enumerable: false },
};

function refused(path: string): JudgeError {
  const rule = 'the judge refused this question';
  return new JudgeError('refused', { path, rule, fix: 'look at `refusal` before the answer' });
}

function readNumber(members: JsonObject, name: string, most: number, path: string): number {
  const value = members[name];
  if (isWithin(value, most)) return value;
  const rule = `a ${name} is answered by \`${name}\`, a number from 0 to ${most}`;
  throw bad(pathTo(path, [name]), rule, 'answer it or refuse it');
}

function readLabel(members: JsonObject, labels: readonly string[], path: string): string {
  const value = members['choice'];
  if (typeof value === 'string' && labels.includes(value)) return value;
  const rule = 'a choice is answered by `choice`, one of its options';
  const fix = `answer one of ${listed(labels)}, or { refusal: true }`;
  throw bad(pathTo(path, ['choice']), rule, fix);
}

/** The first few labels, each cut: an error is read in a log. */
function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, MAX_SHOWN).map((label) => JSON.stringify(cut(label)));
  return [...shown, ...(labels.length > MAX_SHOWN ? ['…'] : [])].join(', ');
}

function cut(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
}

interface Certainty {
  readonly probabilities?: { readonly [label: string]: number };
  readonly confidence?: number;
}

function readCertainty(reading: Reading, labels: readonly string[]): Certainty {
  const { members, path } = reading;
  const probabilities = readProbabilities(reading, labels);
  const confidence = members['confidence'] ?? undefined;
  if (confidence === undefined) return probabilities;
  if (isWithin(confidence, 1)) return { ...probabilities, confidence };
  throw bad(pathTo(path, ['confidence']), 'it is a number from 0 to 1', 'leave it out');
}

function readProbabilities(reading: Reading, labels: readonly string[]): Certainty {
  const given = reading.members['probabilities'];
  if (given === undefined) return {};
  const path = pathTo(reading.path, ['probabilities']);
  const entries = Object.entries(readObject(given, path, 'it is an object by label'));
  if (entries.length === 0) return {};
  const checked = entries.map(([label, value]): [string, number] => {
    const place = pathTo(path, [label]);
    if (!labels.includes(label))
      throw bad(place, 'it is of a label of the question', 'leave it out');
    if (!isWithin(value, 1)) throw bad(place, 'it is a number from 0 to 1', 'leave it out');
    return [label, value];
  });
  checkSum(checked, labels.length, reading.decimals, path);
  return { probabilities: Object.freeze(Object.fromEntries(checked)) };
}

function checkSum(
  entries: readonly (readonly [string, number])[],
  labels: number,
  decimals: number,
  path: string,
): void {
  const sum = entries.reduce((total, [, value]) => total + value, 0);
  const tolerance = entries.length * 0.5 * 10 ** -decimals + SLACK;
  if (sum <= 1 + tolerance && (sum >= 1 - tolerance || entries.length < labels)) return;
  const rule = `they sum to 1 within the rounding of ${decimals} decimals, not to ${round(sum)}`;
  throw bad(path, rule, 'declare what the judge rounds to in `info.decimals`');
}

/** Whether a value is a number from 0 to `most`; -0 is not, as no judge means it. */
function isWithin(value: JsonValue | undefined, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most && !Object.is(value, -0);
}

function readObject(value: JsonValue | undefined, path: string, rule: string): JsonObject {
  if (isObject(value)) return value;
  throw bad(path, rule, 'answer as in { answers: { key: { noul: 0.2 } } }');
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function bad(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_answer', { path, rule, fix });
}

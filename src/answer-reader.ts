/**
 * Reads a judge's answers once and checks every rule of them.
 *
 * @module
 */
import type {
  Answer,
  Answers,
  ChoiceAnswer,
  NoulAnswer,
  Refusal,
  ScoreAnswer,
  Unmeasurable,
} from './answer.js';
import { JudgeError } from './errors.js';
import { type JsonObject, type JsonValue, readOnce } from './json.js';
import { addPresent, type Draft, isObject } from './members.js';
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
  const given = readObject(copy, [], 'answers are an object by key');
  const answers: { [key: string]: Answer } = {};
  for (const [key, question] of Object.entries(questions)) {
    answers[key] = readAnswer({ question, key, members: readMembers(given, key), decimals });
  }
  return Object.freeze(answers);
}

/** A copy; what is said of other JSON, that null would do, is not so of an answer. */
function readRaw(raw: unknown): JsonValue {
  try {
    return readOnce(raw, 'answers');
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

/** The labels of a noul. */
const YES_OR_NO: readonly string[] = ['yes', 'no'];
/** How many labels an error lists, and how much of each. */
const MAX_SHOWN = 6;
const MAX_LABEL = 40;

/** The members that say something, and that no refusal can therefore have. */
const VALUES = ['noul', 'choice', 'score', 'probabilities', 'confidence'] as const;

/** What can stand in the place of an answer. */
const INSTEAD = {
  refusal: { name: 'a refusal', fix: 'answer or refuse' },
  unmeasurable: { name: 'what is unmeasurable', fix: 'answer, or say that it is unmeasurable' },
} as const;

/** One answer that is being read; its place is only written out for an error. */
interface Reading {
  readonly question: Question;
  readonly key: string;
  readonly members: JsonObject;
  readonly decimals: number;
}

function readMembers(answers: JsonObject, key: string): JsonObject {
  if (Object.hasOwn(answers, key)) return readObject(answers[key], [key], 'an answer is an object');
  throw bad([key], 'every question that is asked is answered', 'answer it or refuse it');
}

function readAnswer(reading: Reading): Answer {
  const { question, members, key } = reading;
  if (isInstead('refusal', members, key)) return refuse(key);
  if (isInstead('unmeasurable', members, key)) return unmeasurable(key);
  switch (question.type) {
    case 'noul': {
      const answer: Draft<NoulAnswer> = { noul: readNumber(members, 'noul', 1, key) };
      return addCertainty(answer, reading, YES_OR_NO);
    }
    case 'choice': {
      const answer: Draft<ChoiceAnswer> = { choice: readLabel(members, question.options, key) };
      return addCertainty(answer, reading, question.options);
    }
    case 'score': {
      const score = readNumber(members, 'score', question.options.length - 1, key);
      const answer: Draft<ScoreAnswer> = { score };
      return addCertainty(answer, reading, question.options);
    }
  }
}

function isInstead(flag: keyof typeof INSTEAD, members: JsonObject, key: string): boolean {
  const value = members[flag] ?? false;
  const { name, fix } = INSTEAD[flag];
  if (typeof value !== 'boolean') {
    throw bad([key, flag], `${name} is true`, 'leave it out of an answer');
  }
  if (!value) return false;
  // Read as an answer or as none, it would be something that the judge did not say.
  const others = flag === 'refusal' ? [...VALUES, 'unmeasurable'] : VALUES;
  const other = others.find((member) => {
    const said = members[member] ?? null;
    return said !== null && !(member === 'unmeasurable' && said === false);
  });
  if (other === undefined) return true;
  throw bad([key, other], `${name} comes without an answer`, fix);
}

function refuse(key: string): Refusal {
  const refused = thrower('refused', key, 'the judge refused this question', 'refusal');
  const refusal: Refusal = {
    refusal: true,
    get noul(): never {
      throw refused();
    },
    get choice(): never {
      throw refused();
    },
    get score(): never {
      throw refused();
    },
  };
  return Object.freeze(Object.defineProperties(refusal, HIDDEN));
}

function unmeasurable(key: string): Unmeasurable {
  const rule = 'the judge answered this question, and nothing can be measured in what it said';
  const immeasurable = thrower('unmeasurable', key, rule, 'unmeasurable');
  const answer: Unmeasurable = {
    unmeasurable: true,
    get noul(): never {
      throw immeasurable();
    },
    get choice(): never {
      throw immeasurable();
    },
    get score(): never {
      throw immeasurable();
    },
  };
  return Object.freeze(Object.defineProperties(answer, HIDDEN));
}

const HIDDEN = {
  noul: { enumerable: false },
  choice: { enumerable: false },
  score: { enumerable: false },
};

function thrower(
  code: 'refused' | 'unmeasurable',
  key: string,
  rule: string,
  flag: string,
): () => JudgeError {
  const fix = `look at \`${flag}\` before the answer`;
  return () => new JudgeError(code, { path: pathTo('answers', [key]), rule, fix });
}

function readNumber(members: JsonObject, name: string, most: number, key: string): number {
  const value = members[name];
  if (isWithin(value, most)) return value;
  const rule = `a ${name} is answered by \`${name}\`, a number from 0 to ${most}`;
  throw bad([key, name], rule, 'answer it or refuse it');
}

function readLabel(members: JsonObject, labels: readonly string[], key: string): string {
  const value = members['choice'];
  if (typeof value === 'string' && labels.includes(value)) return value;
  const rule = 'a choice is answered by `choice`, one of its options';
  const fix = `answer one of ${listed(labels)}, or { refusal: true }`;
  throw bad([key, 'choice'], rule, fix);
}

/** The first few labels, each cut: an error is read in a log. */
function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, MAX_SHOWN).map((label) => JSON.stringify(cut(label)));
  return [...shown, ...(labels.length > MAX_SHOWN ? ['…'] : [])].join(', ');
}

function cut(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
}

/** Members that any answer may have. */
interface Certainty {
  probabilities?: { readonly [label in string]?: number };
  confidence?: number;
}

/** Adds the probabilities and the confidence of an answer, and freezes it. */
function addCertainty<T extends Certainty>(
  answer: T,
  reading: Reading,
  labels: readonly string[],
): Readonly<T> {
  const { members, key } = reading;
  addPresent(answer, 'probabilities', readProbabilities(reading, labels));
  const confidence = members['confidence'] ?? undefined;
  if (confidence !== undefined) {
    if (!isWithin(confidence, 1)) {
      throw bad([key, 'confidence'], 'it is a number from 0 to 1', 'leave it out');
    }
    answer.confidence = confidence;
  }
  return Object.freeze(answer);
}

function readProbabilities(
  { key, members, decimals }: Reading,
  labels: readonly string[],
): Certainty['probabilities'] | undefined {
  const given = members['probabilities'];
  if (given === undefined) return undefined;
  const place = [key, 'probabilities'];
  const entries = readObject(given, place, 'it is an object by label');
  const probabilities: { [label: string]: number } = {};
  let sum = 0;
  let count = 0;
  for (const label of Object.keys(entries)) {
    const value = entries[label];
    if (!labels.includes(label)) {
      throw bad([...place, label], 'it is of a label of the question', 'leave it out');
    }
    if (!isWithin(value, 1)) {
      throw bad([...place, label], 'it is a number from 0 to 1', 'leave it out');
    }
    probabilities[label] = value;
    sum += value;
    count += 1;
  }
  if (count === 0) return undefined;
  const tolerance = sum === 1 ? 0 : count * 0.5 * 10 ** -decimals + SLACK;
  if (sum <= 1 + tolerance && (sum >= 1 - tolerance || count < labels.length)) {
    return Object.freeze(probabilities);
  }
  const rule = `they sum to 1 within the rounding of ${decimals} decimals, not to ${round(sum)}`;
  throw bad(place, rule, 'declare what the judge rounds to in `info.decimals`');
}

/** Whether a value is a number from 0 to `most`; -0 is not, as no judge means it. */
function isWithin(value: JsonValue | undefined, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most && !Object.is(value, -0);
}

function readObject(
  value: JsonValue | undefined,
  place: readonly string[],
  rule: string,
): JsonObject {
  if (isObject(value)) return value;
  throw bad(place, rule, 'answer as in { answers: { key: { noul: 0.2 } } }');
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function bad(place: readonly string[], rule: string, fix: string): JudgeError {
  return new JudgeError('bad_answer', { path: pathTo('answers', place), rule, fix });
}

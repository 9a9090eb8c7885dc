/**
 * What a decision model's answers are held to, as the AI SDK holds them: within the rounding that
 * the model declares, and within nothing where it declares none.
 *
 * @module
 */
import type { Question, Questions } from '../../question.js';
import { badAnswer, type RawAnswer, type RawAnswers } from '../shared/boolean-form.js';

/** Decimals that a model says it rounds to. */
export interface Rounding {
  readonly probabilityDecimals: number | undefined;
  readonly scoreDecimals: number | undefined;
}

/** Reads the rounding that a model declares. */
export function readRounding(given: unknown): Rounding {
  const { probabilityDecimals, scoreDecimals }: { readonly [name in keyof Rounding]?: unknown } =
    Object(given);
  return {
    probabilityDecimals: readDecimals(probabilityDecimals, 'probabilityDecimals'),
    scoreDecimals: readDecimals(scoreDecimals, 'scoreDecimals'),
  };
}

/**
 * Checks what only the AI SDK's contract says of answers: one for each question and none beside
 * them, whole distributions, the likeliest option chosen, and a score that is the mean of its levels.
 *
 * @throws `JudgeError` `bad_answer` with the place.
 */
export function checkDecisions(given: RawAnswers, questions: Questions, rounding: Rounding): void {
  if (Object.keys(given).some((key) => !Object.hasOwn(questions, key))) {
    throw badAnswer([], 'a model answers the questions that are asked, and no others', REPORT);
  }
  for (const [key, question] of Object.entries(questions)) {
    const answer = Object.hasOwn(given, key) ? given[key] : undefined;
    if (typeof answer !== 'object' || answer === null || question.type === 'noul') continue;
    checkDecision({ key, answer, question, rounding });
  }
}

interface Checking {
  readonly key: string;
  readonly answer: RawAnswer;
  readonly question: Exclude<Question, { readonly type: 'noul' }>;
  readonly rounding: Rounding;
}

/** What sums of doubles can be off by, as the AI SDK has it. */
const SLACK = 1e-6;
const REPORT = 'report it to whoever makes the model';

function checkDecision({ key, answer, question, rounding }: Checking): void {
  const { probabilities, choice, score } = answer;
  if (probabilities === undefined || answer.type !== question.type) return;
  const { options } = question;
  const names = question.type === 'choice' ? options : options.map((_, index) => String(index));
  const values = readAll(probabilities, names, key);
  const half = halfUnit(rounding.probabilityDecimals);
  const sum = values.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) > SLACK + values.length * half) {
    const rule = 'they sum to 1 within the rounding that the model declares';
    throw badAnswer([key, 'probabilities'], rule, REPORT);
  }
  if (question.type === 'choice') {
    const chosen = values[typeof choice === 'string' ? options.indexOf(choice) : -1];
    if (chosen === undefined || Math.max(...values) <= chosen + SLACK + 2 * half) return;
    throw badAnswer([key, 'choice'], 'the chosen option is the likeliest', REPORT);
  }
  const mean = values.reduce((total, value, index) => total + index * value, 0);
  const most = values.reduce((total, _, index) => total + index * half, SLACK);
  const isMean = Math.abs(mean - Number(score)) <= most + halfUnit(rounding.scoreDecimals);
  if (isMean || typeof score !== 'number') return;
  throw badAnswer([key, 'score'], 'a score is the mean of its levels', REPORT);
}

/** The probabilities in the order of the names, of which none is left out. */
function readAll(given: unknown, names: readonly string[], key: string): readonly number[] {
  const map: { readonly [name: string]: unknown } = Object(given);
  const values = names.map((name) => (Object.hasOwn(map, name) ? map[name] : undefined));
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === names.length && Object.keys(map).length === names.length) return numbers;
  const rule = 'a distribution has a number for every option or level, and nothing else';
  throw badAnswer([key, 'probabilities'], rule, REPORT);
}

function halfUnit(decimals: number | undefined): number {
  return decimals === undefined ? 0 : 0.5 * 10 ** -decimals;
}

function readDecimals(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 15) {
    return value;
  }
  throw badAnswer([], `the rounding's ${name} are a whole number from 0 to 15`, REPORT);
}

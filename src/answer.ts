/**
 * Typed answers: their types follow from the questions, and every rule of them is checked.
 *
 * @module
 */

import { DECIMALS, isDecimals, readAnswers } from './answer-reader.js';
import { JudgeError } from './errors.js';
import { checkOptions } from './members.js';
import type {
  ChoiceQuestion,
  NoulQuestion,
  Question,
  Questions,
  ScoreQuestion,
} from './question.js';
import { checkQuestions } from './question.js';

/** The answer to a noul: the probability of yes. */
export interface NoulAnswer {
  /** The probability of yes, 0 to 1. */
  readonly noul: number;
  readonly probabilities?: { readonly yes?: number; readonly no?: number };
  readonly confidence?: number;
  readonly refusal?: undefined;
  readonly unmeasurable?: undefined;
}

/** The answer to a choice: one of its labels. */
export interface ChoiceAnswer<L extends string = string> {
  readonly choice: L;
  readonly probabilities?: { readonly [label in L]?: number };
  readonly confidence?: number;
  readonly refusal?: undefined;
  readonly unmeasurable?: undefined;
}

/** The answer to a score: a place on the rubric's own scale, 0 to levels - 1. */
export interface ScoreAnswer<L extends string = string> {
  readonly score: number;
  readonly probabilities?: { readonly [label in L]?: number };
  readonly confidence?: number;
  readonly refusal?: undefined;
  readonly unmeasurable?: undefined;
}

/**
 * The judge declined this question.
 *
 * `noul`, `choice` and `score` are own getters, not enumerable, that throw a {@link JudgeError}
 * `refused`. That is why their type is `never`, and why `answers.unsafe.noul` is a plain number.
 */
export interface Refusal {
  readonly refusal: true;
  readonly noul: never;
  readonly choice: never;
  readonly score: never;
  readonly probabilities?: undefined;
  readonly confidence?: undefined;
  readonly unmeasurable?: undefined;
}

/**
 * The judge answered, and nothing can be measured in what it said: a model, say, whose next token is
 * none of the labels. It is neither a refusal nor a failure, and no bar is met by it.
 *
 * `noul`, `choice` and `score` are own getters, not enumerable, that throw a {@link JudgeError}
 * `unmeasurable`.
 */
export interface Unmeasurable {
  readonly unmeasurable: true;
  readonly noul: never;
  readonly choice: never;
  readonly score: never;
  readonly probabilities?: undefined;
  readonly confidence?: undefined;
  readonly refusal?: undefined;
}

/** Any answer. */
export type Answer = NoulAnswer | ChoiceAnswer | ScoreAnswer | Refusal | Unmeasurable;

/** The answer that a question calls for. */
export type AnswerFor<Q extends Question> = Q extends NoulQuestion
  ? NoulAnswer | Refusal | Unmeasurable
  : Q extends ChoiceQuestion<infer L>
    ? ChoiceAnswer<L> | Refusal | Unmeasurable
    : Q extends ScoreQuestion<infer L>
      ? ScoreAnswer<L> | Refusal | Unmeasurable
      : never;

/** The answers to a set of questions, by the same keys. */
export type Answers<Q extends Questions = Questions> = {
  readonly [key in keyof Q]: AnswerFor<Q[key]>;
};

/**
 * Reads a judge's answers once, checks every rule of them and returns a frozen copy.
 *
 * Each asked key has the value that its type calls for, in its range; probabilities are of the
 * question's labels (`yes` and `no` for a noul) and sum to 1 within the rounding: half a unit of
 * the last decimal for each probability given, as services round each on its own. A distribution
 * that leaves labels out may sum to less. The chosen label need not have the highest probability,
 * since rounding can put it just below another. `{ refusal: true }` and `{ unmeasurable: true }` stand
 * in the place of an answer. Answers to questions that were not asked, members
 * that are not described, and members that are `null` are dropped; an empty distribution is none.
 * Nothing is added, and nothing is scaled.
 *
 * @param questions The questions that were asked.
 * @param raw What the judge answered, by key.
 * @param options `decimals`: what the judge rounds to, 1 to 15. 2 by default.
 * @returns The checked copy, by the keys of the questions.
 * @throws {@link JudgeError} `bad_answer` that names the answer's member and the rule,
 *   `forbidden_member` for `__proto__` or `constructor`, `bad_option` for an option that is
 *   unknown or out of range, and the codes of {@link checkQuestions} and {@link snapshot}.
 *
 * @example
 * ```ts
 * import { checkAnswers, choice, noul } from 'judgement';
 *
 * const questions = {
 *   unsafe: noul('Is this call unsafe?'),
 *   verdict: choice('What now?', ['allow', 'deny']),
 * };
 * const answers = checkAnswers(questions, {
 *   unsafe: { noul: 0.97, probabilities: { yes: 0.97, no: 0.03 } },
 *   verdict: { choice: 'deny', confidence: 0.9 },
 * });
 * console.log(answers.unsafe.noul, answers.verdict.choice); // 0.97 deny
 * ```
 */
export function checkAnswers<Q extends Questions>(
  questions: Q,
  raw: unknown,
  options?: { readonly decimals?: number },
): Answers<Q>;
export function checkAnswers(
  questions: Questions,
  raw: unknown,
  options: { readonly decimals?: number | undefined } = {},
): Answers {
  checkOptions(options, ['decimals'], 'options');
  const { decimals = DECIMALS } = options;
  if (!isDecimals(decimals)) {
    const rule = 'decimals are a whole number from 1 to 15';
    throw new JudgeError('bad_option', { path: 'options.decimals', rule, fix: 'leave it out' });
  }
  return readAnswers(checkQuestions(questions), raw, decimals);
}

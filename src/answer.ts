/**
 * Typed answers: their types follow from the questions, and every rule of them is checked.
 *
 * @module
 */
import type { ChoiceQuestion, NoulQuestion, Question, Questions, ScoreQuestion } from './question.js';

/** The answer to a noul: the probability of yes. */
export interface NoulAnswer {
  /** The probability of yes, 0 to 1. */
  readonly noul: number;
  readonly probabilities?: { readonly yes?: number; readonly no?: number };
  readonly confidence?: number;
  readonly refusal?: undefined;
}

/** The answer to a choice: one of its labels. */
export interface ChoiceAnswer<L extends string = string> {
  readonly choice: L;
  readonly probabilities?: { readonly [label in L]?: number };
  readonly confidence?: number;
  readonly refusal?: undefined;
}

/** The answer to a score: a place on the rubric's own scale, 0 to levels - 1. */
export interface ScoreAnswer<L extends string = string> {
  readonly score: number;
  readonly probabilities?: { readonly [label in L]?: number };
  readonly confidence?: number;
  readonly refusal?: undefined;
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
}

/** Any answer. */
export type Answer = NoulAnswer | ChoiceAnswer | ScoreAnswer | Refusal;

/** The answer that a question calls for. */
export type AnswerFor<Q extends Question> = Q extends NoulQuestion
  ? NoulAnswer | Refusal
  : Q extends ChoiceQuestion<infer L>
    ? ChoiceAnswer<L> | Refusal
    : Q extends ScoreQuestion<infer L>
      ? ScoreAnswer<L> | Refusal
      : never;

/** The answers to a set of questions, by the same keys. */
export type Answers<Q extends Questions = Questions> = {
  readonly [key in keyof Q]: AnswerFor<Q[key]>;
};

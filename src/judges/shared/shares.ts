/**
 * Answers made of the share that each label has, and what they are made with.
 *
 * @module
 */
import type { AnswerDetails } from '../../judge.js';
import type { Question } from '../../question.js';
import { labelsOf } from './sheet.js';

/** An answer as a judge gives it, and what else is known of it. */
export interface Found {
  readonly answer: object;
  readonly details?: AnswerDetails;
}

/**
 * The decimals that are kept of what is computed. Engines may differ in the last digits of `exp`
 * (ECMA-262 §21.3.2), and whoever has the response should come to the same answer.
 */
export const DECIMALS = 12;

/**
 * The answer for the shares of the labels, in their own order, that sum to 1: of a noul that of
 * yes; of a choice the label with the greatest, the first of those that tie; of a score the mean.
 * There is no confidence, as nobody gave one.
 */
export function answerOf(question: Question, shares: readonly number[]): object {
  const labels = labelsOf(question);
  const kept = labels.map((_, index) => rounded(shares[index] ?? 0));
  const probabilities = Object.fromEntries(labels.map((label, index) => [label, kept[index] ?? 0]));
  switch (question.type) {
    case 'noul':
      return { noul: kept[0], probabilities };
    case 'choice':
      return { choice: labels[likeliest(kept)], probabilities };
    case 'score': {
      const mean = kept.reduce((sum, share, index) => sum + share * index, 0);
      return { score: Math.min(labels.length - 1, rounded(mean)), probabilities };
    }
  }
}

/** The place of the greatest number, the first of those that tie. */
export function likeliest(numbers: readonly number[]): number {
  let best = 0;
  for (const [index, number] of numbers.entries()) if (number > (numbers[best] ?? 0)) best = index;
  return best;
}

/** To {@link DECIMALS} decimals. */
export function rounded(value: number): number {
  return Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS;
}

/** The mean of several lists, number by number. */
export function meanOf(lists: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = lists;
  return first.map((_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0) / lists.length);
}

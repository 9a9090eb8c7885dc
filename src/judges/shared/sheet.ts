/**
 * Answer sheets: which neutral token stands for which label, in which order they are shown.
 *
 * @module
 */
import type { Question } from '../../question.js';

/** One answer that a model can give. */
export interface Choosable {
  /** What the model says for it. */
  readonly token: string;
  /** Which of the labels it is. */
  readonly index: number;
}

/** Everything that a model can answer, in the order in which it is shown. */
export type Sheet = readonly Choosable[];

/** The labels of a question, as its answers name them. */
export function labelsOf(question: Question): readonly string[] {
  return question.type === 'noul' ? YES_OR_NO : question.options;
}

/**
 * The sheets of a question in several orders: each turns the labels further, so that with as many
 * orders as labels each of them stands once in each place, and what a model prefers for its place
 * or for its letter cancels out.
 *
 * The labels of a noul keep their tokens, `Yes` and `No`; those of other questions get the letter
 * or the number of their place.
 *
 * @param question The question.
 * @param orders How many orders there should be; there are never more than labels.
 */
export function sheetsOf(question: Question, orders: number): readonly Sheet[] {
  const { length } = labelsOf(question);
  const count = Math.min(orders, length);
  return Array.from({ length: count }, (_, turn) =>
    sheetOf(question, length, Math.floor((turn * length) / count)),
  );
}

/** A token as two spellings of it are compared: without white space around it, in lower case. */
export function folded(token: string): string {
  return token.trim().toLowerCase();
}

const YES_OR_NO = ['yes', 'no'] as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function sheetOf({ type }: Question, length: number, shift: number): Sheet {
  return Array.from({ length }, (_, place) => {
    const index = (place + shift) % length;
    if (type === 'noul') return { token: index === 0 ? 'Yes' : 'No', index };
    return { token: length > LETTERS.length ? String(place + 1) : LETTERS.charAt(place), index };
  });
}

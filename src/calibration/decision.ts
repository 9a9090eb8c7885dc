/**
 * What an answer decides, and the probability that it gives to that decision.
 *
 * @module
 */
import type { Answer } from '../answer.js';
import { JudgeError } from '../errors.js';
import type { Question } from '../question.js';
import { isUnit, refuseOption, rounded } from './checks.js';

/** What is decided: yes or no, a label of a choice, a level of a score. */
export type Label = boolean | string;

/**
 * What an answer decides: yes from a probability of 0.5 on; the chosen label; of a score the level
 * with the greatest probability, the lowest of those that tie.
 *
 * @param question The question that was asked.
 * @param answer Its answer, as `checkAnswers()` returns it.
 * @returns The decision; `undefined` for a refusal, and for a score without probabilities.
 * @throws `JudgeError` `bad_answer` for an answer to a question of another type.
 *
 * @example
 * ```ts
 * import { score } from 'judgement';
 * import { decisionOf } from 'judgement/calibration';
 *
 * const question = score('How good is it?', ['poor', 'fair', 'good']);
 * const probabilities = { poor: 0.4, fair: 0.25, good: 0.35 };
 * console.log(decisionOf(question, { score: 0.95, probabilities })); // poor
 * ```
 */
export function decisionOf(question: Question, answer: Answer): Label | undefined {
  checkPair(question, answer);
  if (answer.refusal || answer.unmeasurable) return undefined;
  if (question.type === 'noul') return rounded(noulOf(answer)) >= 0.5;
  if (question.type === 'score') return modalLevel(question.options, answer);
  if (!('choice' in answer)) return refuseAnswer('a choice is answered with a choice');
  return answer.choice;
}

/**
 * The decision probability: what an answer gives to the decision that it makes. Of a noul it is the
 * probability of yes or of no, whichever is greater; of a choice that of the chosen label; of a score
 * that of its likeliest level, and not its mean.
 *
 * It is rounded to 12 decimals here, once, and so everywhere: as a double, 1 - 0.07 is below 0.93. A
 * `confidence` is something else, and is not looked at.
 *
 * @param question The question that was asked.
 * @param answer Its answer, as `checkAnswers()` returns it.
 * @returns The probability; `undefined` for a refusal, and for a choice or score without
 *   probabilities: such an answer is not measurable.
 * @throws `JudgeError` `bad_answer` for an answer to a question of another type.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { decisionProbability } from 'judgement/calibration';
 *
 * console.log(decisionProbability(noul('Spam?'), { noul: 0.07 }), 1 - 0.07);
 * // 0.93 0.9299999999999999
 * ```
 */
export function decisionProbability(question: Question, answer: Answer): number | undefined {
  checkPair(question, answer);
  if (answer.refusal || answer.unmeasurable) return undefined;
  if (question.type === 'noul') {
    const yes = noulOf(answer);
    return rounded(Math.max(yes, 1 - yes));
  }
  const label = decisionOf(question, answer);
  const { probabilities = {} } = answer;
  const given: { readonly [label: string]: unknown } = probabilities;
  const own = typeof label === 'string' && Object.hasOwn(given, label) ? given[label] : undefined;
  return isUnit(own) ? rounded(own) : undefined;
}

function checkPair(question: unknown, answer: unknown): void {
  if (typeof question !== 'object' || question === null) {
    refuseOption('question', 'a question is an object', 'pass the question that was asked');
  }
  if (typeof answer !== 'object' || answer === null) refuseAnswer('an answer is an object');
}

function noulOf(answer: Answer): number {
  if (!('noul' in answer) || !isUnit(answer.noul)) {
    return refuseAnswer('a noul is answered with a number from 0 to 1');
  }
  return answer.noul;
}

function modalLevel(levels: readonly string[], answer: Answer): string | undefined {
  if (!('score' in answer)) return refuseAnswer('a score is answered with a score');
  const given: { readonly [level: string]: unknown } = answer.probabilities ?? {};
  let modal: string | undefined;
  let most = -1;
  for (const level of levels) {
    const own = Object.hasOwn(given, level) ? given[level] : undefined;
    // Rounded, as what differs by less than that ties.
    if (!isUnit(own) || rounded(own) <= most) continue;
    modal = level;
    most = rounded(own);
  }
  return modal;
}

function refuseAnswer(rule: string): never {
  throw new JudgeError('bad_answer', { path: 'answer', rule, fix: 'pass the answer to it' });
}

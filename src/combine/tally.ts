/**
 * One answer of several: the strictest of them, or the one in the middle.
 *
 * @module
 */
import type { Answer } from '../answer.js';
import { JudgeError } from '../errors.js';
import type { Question, Questions } from '../question.js';
import { pathTo } from '../walk.js';

/** Which of the answers stands. */
export type Combine = 'strictest' | 'median';

/**
 * Refuses questions whose answers have no order.
 *
 * @throws {@link JudgeError} `bad_option` that names the question.
 */
export function checkCombines(questions: Questions, combine: Combine): void {
  for (const [key, question] of Object.entries(questions)) {
    if (combine === 'median' ? question.type !== 'choice' : hasStrictest(question)) continue;
    const place = pathTo('questions', [key]);
    throw new JudgeError('bad_option', {
      path: 'options.combine',
      rule: `${place} is a ${question.type}, and its answers have no ${combine}`,
      fix:
        combine === 'median'
          ? 'ask a noul or a score, or combine to the strictest'
          : 'ask a noul, or a choice among allow, warn, ask and deny',
    });
  }
}

/** One of the answers, which are all to one question, and none of them a refusal. */
export function combineAnswers(answers: readonly Answer[], combine: Combine): Answer | undefined {
  // The sort is stable: of equal answers the first judge's comes first.
  const sorted = [...answers].sort(combine === 'median' ? byValue : byStrictness);
  return combine === 'median' ? sorted[Math.floor(sorted.length / 2)] : sorted.at(-1);
}

/** Weakest first. */
const STRENGTH: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['allow', 0],
  ['warn', 1],
  ['ask', 2],
  ['deny', 3],
]);

function hasStrictest(question: Question): boolean {
  if (question.type === 'choice') return question.options.every((label) => STRENGTH.has(label));
  return question.type === 'noul';
}

/** By the number; of equal ones the less sure is the upper. */
function byValue(left: Answer, right: Answer): number {
  return rankOf(left) - rankOf(right) || sureness(right) - sureness(left);
}

/** By the number or the label; of equal ones the surer `deny` is stricter, and the less sure other. */
function byStrictness(left: Answer, right: Answer): number {
  const surer = sureness(left) - sureness(right);
  return rankOf(left) - rankOf(right) || (isDeny(left) ? surer : -surer);
}

function rankOf(answer: Answer): number {
  if ('choice' in answer) return STRENGTH.get(answer.choice) ?? 0;
  return 'noul' in answer ? answer.noul : answer.score;
}

function isDeny(answer: Answer): boolean {
  return 'choice' in answer && answer.choice === 'deny';
}

/** What a policy would hold to the bar; where there is nothing, no bar is met. */
function sureness(answer: Answer): number {
  if (answer.confidence !== undefined) return answer.confidence;
  if (!('choice' in answer)) return -1;
  const { choice, probabilities = {} } = answer;
  return (Object.hasOwn(probabilities, choice) ? probabilities[choice] : undefined) ?? -1;
}

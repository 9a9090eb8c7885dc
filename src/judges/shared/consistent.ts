/**
 * Whether a judge's pick goes with the probabilities that it gives, as far as rounding lets one see.
 *
 * @module
 */
import type { Answer } from '../../answer.js';
import type { Heard } from '../../asking.js';
import { JudgeError } from '../../errors.js';
import type { Questions } from '../../question.js';
import { pathTo } from '../../walk.js';

/**
 * Checks what follows from a distribution: that the label which was chosen is the likeliest, and
 * that a score is the mean of its levels.
 *
 * Services round each number on its own and pick before they round, so that a label can be chosen
 * which stands one unit below another, and a mean can be off by half a unit of each level.
 *
 * @throws {@link JudgeError} `bad_answer` with the path of the pick.
 */
export function checkConsistent(
  { answers, decimals = DECIMALS }: Pick<Heard, 'answers' | 'decimals'>,
  questions: Questions,
): void {
  const half = 0.5 * 10 ** -decimals;
  for (const [key, question] of Object.entries(questions)) {
    const answer = answers[key];
    if (answer === undefined || question.type === 'noul') continue;
    const { options } = question;
    if (question.type === 'choice') checkChoice(answer, key, 2 * half + SLACK);
    else checkScore(answer, key, options, half);
  }
}

const DECIMALS = 2;
/** What the arithmetic of up to 255 doubles can be off by, and more. */
const SLACK = 1e-6;

function checkChoice(answer: Answer, key: string, tolerance: number): void {
  if (answer.refusal || answer.unmeasurable || !('choice' in answer)) return;
  const { choice, probabilities = {} } = answer;
  const chosen = Object.hasOwn(probabilities, choice) ? probabilities[choice] : undefined;
  if (chosen === undefined) return;
  const most = Math.max(...Object.values(probabilities).map((value) => value ?? 0));
  if (most <= chosen + tolerance) return;
  throw inconsistent([key, 'choice'], 'the chosen label is the likeliest, within the rounding');
}

function checkScore(answer: Answer, key: string, levels: readonly string[], half: number): void {
  if (answer.refusal || answer.unmeasurable || !('score' in answer)) return;
  const { score, probabilities = {} } = answer;
  let mean = 0;
  let tolerance = half + SLACK;
  for (const [index, level] of levels.entries()) {
    const given = Object.hasOwn(probabilities, level) ? probabilities[level] : undefined;
    if (given === undefined) return;
    mean += index * given;
    tolerance += index * half;
  }
  if (Math.abs(mean - score) <= tolerance) return;
  throw inconsistent([key, 'score'], 'a score is the mean of its levels, within the rounding');
}

function inconsistent(place: readonly string[], rule: string): JudgeError {
  const fix = 'declare what the judge rounds to in options.decimals, or ask another';
  return new JudgeError('bad_answer', { path: pathTo('answers', place), rule, fix });
}

/**
 * A logistic curve through scores: its shape, and how it is fitted.
 *
 * @module
 */

/** Answers of one score. */
export interface ScoreStep {
  readonly score: number;
  readonly count: number;
  readonly correct: number;
}

/** What a curve is made of: `1 / (1 + exp(slope * score + offset))`. */
export interface Line {
  readonly slope: number;
  readonly offset: number;
}

/** Newton's method on a convex loss, with steps that are halved until they lower it. */
export function fitLine(steps: readonly ScoreStep[]): Line {
  const all = steps.reduce((sum, { count }) => sum + count, 0);
  const right = steps.reduce((sum, { correct }) => sum + correct, 0);
  const targets = { right: (right + 1) / (right + 2), wrong: 1 / (all - right + 2) };
  const flat = { slope: 0, offset: Math.log((all - right + 1) / (right + 1)) };
  let at = flat;
  let loss = lossOf(steps, targets, at);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const move = newton(steps, targets, at);
    let size = 1;
    let next = at;
    let lower = loss;
    for (; size > MIN_STEP; size /= 2) {
      next = { slope: at.slope + size * move.slope, offset: at.offset + size * move.offset };
      lower = lossOf(steps, targets, next);
      if (lower < loss) break;
    }
    if (!(lower < loss)) break;
    at = next;
    loss = lower;
  }
  if (at.slope > 0) at = bestFlat(steps, targets);
  return at;
}

const MAX_ROUNDS = 100;
const MIN_STEP = 1e-10;

interface Targets {
  readonly right: number;
  readonly wrong: number;
}

function newton(steps: readonly ScoreStep[], targets: Targets, { slope, offset }: Line): Line {
  let [h11, h22, h21, g1, g2] = [1e-12, 1e-12, 0, 0, 0];
  for (const { score, count, correct } of steps) {
    const p = sigmoid(-(slope * score + offset));
    const weight = count * p * (1 - p);
    h11 += score * score * weight;
    h22 += weight;
    h21 += score * weight;
    const gap = correct * targets.right + (count - correct) * targets.wrong - count * p;
    g1 += score * gap;
    g2 += gap;
  }
  const determinant = h11 * h22 - h21 * h21;
  return {
    slope: -(h22 * g1 - h21 * g2) / determinant,
    offset: -(h11 * g2 - h21 * g1) / determinant,
  };
}

function lossOf(steps: readonly ScoreStep[], targets: Targets, { slope, offset }: Line): number {
  return steps.reduce((sum, { score, count, correct }) => {
    const f = slope * score + offset;
    const target = correct * targets.right + (count - correct) * targets.wrong;
    // -log of the probability, without taking the exponential of what is large.
    const softplus = f >= 0 ? f + Math.log1p(Math.exp(-f)) : Math.log1p(Math.exp(f));
    return sum + count * softplus - (count - target) * f;
  }, 0);
}

/** The best curve without a slope: the mean of the targets. */
function bestFlat(steps: readonly ScoreStep[], targets: Targets): Line {
  const all = steps.reduce((sum, { count }) => sum + count, 0);
  const right = steps.reduce((sum, { correct }) => sum + correct, 0);
  const mean = (right * targets.right + (all - right) * targets.wrong) / all;
  return { slope: 0, offset: -logitOf(mean) };
}

/** The logistic curve, for which no number is too large. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const power = Math.exp(x);
  return power / (1 + power);
}

/** The logit of a probability, which is kept off 0 and 1, where it would not end. */
export function logit(probability: number): number {
  return logitOf(Math.min(1 - CLIP, Math.max(CLIP, probability)));
}

function logitOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** How far a probability is kept from 0 and 1, where its logit would not end. */
const CLIP = 1e-6;

/**
 * Maps from a probability to a better one: temperature, Platt's, isotonic. None of them turns the
 * order of two probabilities around, so none of them changes what a fitted threshold handles.
 *
 * @module
 */
import { eachOf, isUnit, refuseLabel, refuseOption, rounded } from './checks.js';
import { fitLine, logit, type ScoreStep, sigmoid } from './logistic.js';
import { bisect } from './special.js';
import { type Measured, type Tally, tally } from './tally.js';

/** What is known of a score or of logits, and what came true. */
export interface ScoredExample {
  /** Any finite number, greater where the truth is likelier. */
  readonly score: number;
  readonly correct: boolean;
}

/** The logits of all labels, and the place of the true one. */
export interface LogitExample {
  /** 2 to 255 finite numbers. */
  readonly logits: readonly number[];
  readonly label: number;
}

/** `softmax(logits / temperature)`. */
export interface TemperatureMap {
  readonly kind: 'temperature';
  /** Above 0. */
  readonly temperature: number;
}

/** `1 / (1 + exp(slope * score + offset))`. */
export interface PlattMap {
  readonly kind: 'platt';
  /** 0 or less, as a greater score is never less likely. */
  readonly slope: number;
  readonly offset: number;
}

/** Straight lines through points that never fall; beyond them it is flat. */
export interface IsotonicMap {
  readonly kind: 'isotonic';
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

/** Any of the maps. */
export type ProbabilityMap = TemperatureMap | PlattMap | IsotonicMap;

/** The names of the maps. */
export type MapKind = ProbabilityMap['kind'];

/**
 * Fits the one temperature that makes the true labels likeliest (Guo and others 2017).
 *
 * @param examples Logits and true labels, at least one. For yes or no, pass `[0, logit]` and 0 or 1.
 * @returns The map. The temperature is between 0.01 and 100: where every label is right already,
 *   no finite one is best.
 * @throws `JudgeError` `bad_label` with the place of an example that is none.
 *
 * @example
 * ```ts
 * import { fitTemperature } from 'judgement/calibration';
 *
 * const { temperature } = fitTemperature([
 *   { logits: [0, 3], label: 1 },
 *   { logits: [0, 3], label: 1 },
 *   { logits: [0, 3], label: 0 },
 * ]);
 * console.log(temperature.toFixed(3)); // 4.328
 * ```
 */
export function fitTemperature(examples: Iterable<LogitExample>): TemperatureMap {
  // Sums of doubles depend on their order, and the order of the examples must change nothing.
  const read = Array.from(readExamples(examples), readLogits).sort(compareLogits);
  if (read.length === 0) refuseEmpty();
  // The loss is convex in 1 / temperature, so its slope rises and crosses zero once.
  const slope = (inverse: number): number =>
    read.reduce((sum, { logits, label }) => sum + pull(logits, inverse) - (logits[label] ?? 0), 0);
  const inverse = bisect(slope, 1 / HIGHEST, 1 / LOWEST);
  return Object.freeze({ kind: 'temperature', temperature: 1 / inverse });
}

/**
 * Fits a logistic curve to scores, with targets that are kept off 0 and 1 (Platt 1999, in the form of
 * Lin, Lin and Weng 2007).
 *
 * @param examples Scores and what came true, at least one.
 * @returns The map; flat where a greater score would be less likely.
 * @throws `JudgeError` `bad_label` with the place of an example that is none.
 *
 * @example
 * ```ts
 * import { fitPlatt } from 'judgement/calibration';
 *
 * const scores = [-2, -1, 1, 2].map((score) => ({ score, correct: score > 0 }));
 * console.log(fitPlatt(scores).slope.toFixed(4)); // -0.6740
 * ```
 */
export function fitPlatt(examples: Iterable<ScoredExample>): PlattMap {
  return toPlatt(readSteps(examples));
}

/**
 * Fits the steps that never fall and are nearest to what came true (pool adjacent violators), with
 * straight lines between them. It needs about a thousand examples, or it repeats what it has seen.
 *
 * @param examples Scores and what came true, at least one. Scores that tie are pooled.
 * @returns The map.
 * @throws `JudgeError` `bad_label` with the place of an example that is none.
 *
 * @example
 * ```ts
 * import { applyMap, fitIsotonic } from 'judgement/calibration';
 *
 * const right = [false, false, true, false, true, true];
 * const map = fitIsotonic(right.map((correct, score) => ({ score: score / 10, correct })));
 * console.log(applyMap(map, 0.25)); // 0.5
 * ```
 */
export function fitIsotonic(examples: Iterable<ScoredExample>): IsotonicMap {
  return fitIsotonicTo(readSteps(examples));
}

/**
 * Fits a map of decision probabilities, on answers that no threshold is checked on.
 *
 * @param kind `temperature` and `platt` work on the logit of the probability, `isotonic` on itself.
 * @param answers Measured answers, at least one, or a tally.
 * @returns The map.
 * @throws `JudgeError` `bad_label` as {@link tally} does and for no answers, `bad_option` for
 *   another kind.
 *
 * @example
 * ```ts
 * import { fitMap, mapProbability } from 'judgement/calibration';
 *
 * const sure = [true, true, true, false].map((correct) => ({ probability: 0.97, correct }));
 * const map = fitMap('temperature', sure);
 * console.log(mapProbability(map, 0.97).toFixed(2)); // 0.75
 * ```
 */
export function fitMap(kind: MapKind, answers: Iterable<Measured> | Tally): ProbabilityMap {
  const { steps, count } = tally(answers);
  if (count === 0) refuseEmpty();
  const up = [...steps].reverse();
  if (kind === 'isotonic') {
    return fitIsotonicTo(
      up.map(({ probability, ...counts }) => ({ score: probability, ...counts })),
    );
  }
  const logits = up.map(({ probability, ...counts }) => ({ score: logit(probability), ...counts }));
  if (kind === 'platt') return toPlatt(logits);
  if (kind !== 'temperature') {
    return refuseOption('kind', 'it is temperature, platt or isotonic', 'pass one of them');
  }
  // Where the true label is yes or no, the pull of the logits is the logit times its probability.
  const slope = (inverse: number): number =>
    logits.reduce((sum, { score, count: all, correct }) => {
      return sum + score * (all * sigmoid(score * inverse) - correct);
    }, 0);
  const inverse = bisect(slope, 1 / HIGHEST, 1 / LOWEST);
  return Object.freeze({ kind, temperature: 1 / inverse });
}

/**
 * Applies a map to the number that it was fitted on: a score, or with a temperature a logit of yes.
 *
 * @param map The map.
 * @param score Any number.
 * @returns The probability.
 * @throws `JudgeError` `bad_option` for what is no map, and for what is no number.
 *
 * @example
 * ```ts
 * import { applyMap } from 'judgement/calibration';
 *
 * console.log(applyMap({ kind: 'temperature', temperature: 2 }, 4).toFixed(3)); // 0.881
 * ```
 */
export function applyMap(map: ProbabilityMap, score: number): number {
  checkMap(map);
  if (typeof score !== 'number' || Number.isNaN(score)) {
    refuseOption('score', 'it is a number', 'pass the number that the map was fitted on');
  }
  if (map.kind === 'temperature') return sigmoid(score / map.temperature);
  if (map.kind === 'platt') return sigmoid(-(map.slope * score + map.offset));
  return interpolate(map.points, score);
}

/**
 * Applies a map of {@link fitMap} to a decision probability.
 *
 * @param map The map.
 * @param probability The decision probability, 0 to 1.
 * @returns The mapped one, rounded to 12 decimals.
 * @throws `JudgeError` `bad_option` for what is no map, and for a probability that is none.
 *
 * @example
 * ```ts
 * import { mapProbability } from 'judgement/calibration';
 *
 * console.log(mapProbability({ kind: 'temperature', temperature: 3 }, 0.99).toFixed(2)); // 0.82
 * ```
 */
export function mapProbability(map: ProbabilityMap, probability: number): number {
  checkMap(map);
  if (!isUnit(probability)) {
    refuseOption('probability', 'it is a number from 0 to 1', 'pass a decision probability');
  }
  return rounded(applyMap(map, map.kind === 'isotonic' ? probability : logit(probability)));
}

/** Maps may come from outside, without checkRecord(): one that is none would make up numbers. */
function checkMap(map: unknown): void {
  const given: { readonly [name: string]: unknown } = Object(map);
  const { kind, temperature, slope, offset, points } = given;
  const isMap =
    (kind === 'temperature' && isNumber(temperature) && Number(temperature) > 0) ||
    (kind === 'platt' && isNumber(slope) && isNumber(offset)) ||
    (kind === 'isotonic' && Array.isArray(points) && points.length > 0);
  if (isMap) return;
  const rule = 'a map has a kind, and the numbers of its kind';
  refuseOption('map', rule, 'pass what a fit returned, or what checkRecord() has read');
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The range in which a temperature is looked for. */
const LOWEST = 0.01;
const HIGHEST = 100;

const MAX_LABELS = 255;

function toStep({ score, correct }: ScoredExample): ScoreStep {
  return { score, count: 1, correct: correct ? 1 : 0 };
}

function toPlatt(steps: readonly ScoreStep[]): PlattMap {
  if (steps.length === 0) refuseEmpty();
  return Object.freeze({ kind: 'platt', ...fitLine(steps) });
}

/** The examples by their scores, each score once: in whatever order they came. */
function readSteps(examples: Iterable<ScoredExample>): readonly ScoreStep[] {
  const read = Array.from(readExamples(examples), readScored);
  return joinTies(read.map(toStep).sort((left, right) => left.score - right.score));
}

/** One step for each score: one after the other, ties would be pooled as their order has it. */
function joinTies(sorted: readonly ScoreStep[]): readonly ScoreStep[] {
  const steps: ScoreStep[] = [];
  for (const step of sorted) {
    const last = steps.at(-1);
    if (last === undefined || last.score !== step.score) steps.push(step);
    else {
      const count = last.count + step.count;
      steps[steps.length - 1] = { ...step, count, correct: last.correct + step.correct };
    }
  }
  return steps;
}

/** Pools neighbours until none is above the next; the steps come in order of their scores. */
function fitIsotonicTo(steps: readonly ScoreStep[]): IsotonicMap {
  if (steps.length === 0) refuseEmpty();
  const pools: { from: number; to: number; count: number; correct: number }[] = [];
  for (const { score, count, correct } of steps) {
    let pool = { from: score, to: score, count, correct };
    for (let last = pools.at(-1); last !== undefined; last = pools.at(-1)) {
      const isTie = last.to === pool.from;
      if (!isTie && last.correct * pool.count < pool.correct * last.count) break;
      pools.pop();
      pool = {
        from: last.from,
        to: pool.to,
        count: last.count + pool.count,
        correct: last.correct + pool.correct,
      };
    }
    pools.push(pool);
  }
  const points = pools.flatMap(({ from, to, count, correct }) => {
    const value = correct / count;
    return from === to ? [{ at: from, value }] : [from, to].map((at) => ({ at, value }));
  });
  return Object.freeze({ kind: 'isotonic', points: Object.freeze(points) });
}

function interpolate(points: IsotonicMap['points'], score: number): number {
  let low = 0;
  let high = points.length - 1;
  const [first, last] = [points[0], points[high]];
  if (first === undefined || last === undefined) return Number.NaN;
  if (score <= first.at) return first.value;
  if (score >= last.at) return last.value;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= score) low = middle;
    else high = middle;
  }
  const [left, right] = [points[low] ?? first, points[high] ?? last];
  const share = (score - left.at) / (right.at - left.at);
  // Written so that no rounding takes it outside the two values.
  return Math.min(right.value, left.value + (right.value - left.value) * share);
}

function compareLogits(left: LogitExample, right: LogitExample): number {
  for (const [index, one] of left.logits.entries()) {
    const other = right.logits[index];
    if (other === undefined) return 1;
    if (one !== other) return one - other;
  }
  return left.logits.length - right.logits.length || left.label - right.label;
}

/** The mean logit under softmax(inverse * logits). */
function pull(logits: readonly number[], inverse: number): number {
  const most = Math.max(...logits);
  let sum = 0;
  let weighted = 0;
  for (const one of logits) {
    const weight = Math.exp((one - most) * inverse);
    sum += weight;
    weighted += weight * one;
  }
  return weighted / sum;
}

function readExamples(examples: unknown): Iterable<unknown> {
  return eachOf(examples, 'examples', 'examples are a list', 'pass what can be iterated');
}

function readScored(example: unknown, index: number): ScoredExample {
  const { score, correct }: { readonly [K in keyof ScoredExample]?: unknown } = Object(example);
  if (typeof score === 'number' && Number.isFinite(score) && typeof correct === 'boolean') {
    // Adding turns -0 into 0.
    return { score: score + 0, correct };
  }
  const rule = 'an example has a score, a finite number, and correct, true or false';
  return refuseLabel(`examples[${index}]`, rule, 'correct it or leave it out');
}

function readLogits(example: unknown, index: number): LogitExample {
  const { logits, label }: { readonly [K in keyof LogitExample]?: unknown } = Object(example);
  const given: readonly unknown[] = Array.isArray(logits) ? logits.slice(0, MAX_LABELS + 1) : [];
  const numbers = given.filter((one): one is number => Number.isFinite(one));
  const isLabel = typeof label === 'number' && Number.isInteger(label) && label >= 0;
  const isList = numbers.length > 1 && numbers.length <= MAX_LABELS;
  if (isList && numbers.length === given.length && isLabel && label < numbers.length) {
    return { logits: numbers, label };
  }
  const rule = 'an example has 2 to 255 finite logits, and the place of the true one as its label';
  return refuseLabel(`examples[${index}]`, rule, 'correct it or leave it out');
}

function refuseEmpty(): never {
  return refuseLabel('examples', 'a map is fitted on at least one example', 'leave the map out');
}

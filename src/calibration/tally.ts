/**
 * Measured answers, added up by their probability: all that a calibration has to know of them.
 *
 * @module
 */
import { isUnit, refuseLabel, rounded } from './checks.js';

/** An answer that is held against the truth. */
export interface Measured {
  /** The decision probability, 0 to 1: what the answer gives to the decision that it makes. */
  readonly probability: number;
  /** Whether the decision is right. */
  readonly correct: boolean;
}

/** All answers of one probability. */
export interface TallyStep {
  /** Rounded to 12 decimals. */
  readonly probability: number;
  readonly count: number;
  readonly correct: number;
}

/** Measured answers, added up: as large as there are different probabilities. */
export interface Tally {
  readonly count: number;
  readonly correct: number;
  /** By probability, highest first. */
  readonly steps: readonly TallyStep[];
}

/**
 * Adds answers up by their probability, rounded once to 12 decimals: one pass, and a sort of the
 * different probabilities. The order of the answers changes nothing, and answers that tie stay
 * together in everything that is made of them.
 *
 * Every measure takes measured answers or a tally of them; a tally is read once for several.
 *
 * @param answers Anything that iterates over measured answers, or a tally, which is returned.
 * @returns The tally, frozen.
 * @throws {@link JudgeError} `bad_label` with the place of an answer whose probability is no number
 *   from 0 to 1, or whose `correct` is no boolean.
 *
 * @example
 * ```ts
 * import { tally } from 'judgement/calibration';
 *
 * const { steps } = tally([
 *   { probability: 0.93, correct: true },
 *   { probability: 1 - 0.07, correct: false },
 * ]);
 * console.log(steps); // [ { probability: 0.93, count: 2, correct: 1 } ]
 * ```
 */
export function tally(answers: Iterable<Measured> | Tally): Tally {
  if (isTally(answers)) return answers;
  const indexes = new Map<number, number>();
  const counts: number[] = [];
  const rights: number[] = [];
  let total = 0;
  for (const answer of readIterable(answers)) {
    const { probability, correct } = readMeasured(answer, total);
    total += 1;
    let index = indexes.get(probability);
    if (index === undefined) {
      index = counts.length;
      indexes.set(probability, index);
      counts.push(0);
      rights.push(0);
    }
    counts[index] = (counts[index] ?? 0) + 1;
    if (correct) rights[index] = (rights[index] ?? 0) + 1;
  }
  const order = Float64Array.from(indexes.keys()).sort().reverse();
  const steps = Array.from(order, (probability) => {
    const index = indexes.get(probability) ?? 0;
    return { probability, count: counts[index] ?? 0, correct: rights[index] ?? 0 };
  });
  return makeTally(steps);
}

/** Makes a tally of steps that are in order. */
export function makeTally(steps: readonly TallyStep[]): Tally {
  let count = 0;
  let correct = 0;
  for (const step of steps) {
    count += step.count;
    correct += step.correct;
  }
  const made = Object.freeze({ count, correct, steps: Object.freeze(steps) });
  TALLIES.add(made);
  return made;
}

/** The tallies that were made here: nobody else's numbers have been checked. */
const TALLIES: WeakSet<object> = /* @__PURE__ */ new WeakSet();

function isTally(answers: Iterable<Measured> | Tally): answers is Tally {
  return typeof answers === 'object' && answers !== null && TALLIES.has(answers);
}

function readIterable(answers: Iterable<Measured> | Tally): Iterable<unknown> {
  const given: unknown = answers;
  if (typeof given === 'object' && given !== null && Symbol.iterator in given) {
    const { [Symbol.iterator]: iterate } = given;
    if (typeof iterate === 'function') return { [Symbol.iterator]: () => iterate.call(given) };
  }
  const rule = 'measured answers are a list, or a tally of one';
  return refuseLabel('answers', rule, 'pass [{ probability, correct }], or what tally() returned');
}

function readMeasured(answer: unknown, index: number): Measured {
  if (typeof answer !== 'object' || answer === null) {
    return refuseAnswer(`answers[${index}]`, 'a measured answer is an object');
  }
  // Each member is read once: what is checked is what is counted.
  const { probability, correct }: { readonly [K in keyof Measured]?: unknown } = answer;
  if (!isUnit(probability)) {
    return refuseAnswer(`answers[${index}].probability`, 'it is a number from 0 to 1');
  }
  if (typeof correct !== 'boolean') {
    return refuseAnswer(`answers[${index}].correct`, 'it is true or false');
  }
  // Adding 0 turns -0 into 0, which sorting would tell apart.
  return { probability: rounded(probability) + 0, correct };
}

function refuseAnswer(path: string, rule: string): never {
  return refuseLabel(path, rule, 'leave out what has no decision probability');
}

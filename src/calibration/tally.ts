/**
 * Measured answers, added up by their probability: all that a calibration has to know of them.
 *
 * @module
 */
import { eachOf, isUnit, refuseLabel } from './checks.js';

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
 * @throws `JudgeError` `bad_label` with the place of an answer whose probability is no number
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
  const gathered = gather();
  let index = 0;
  const rule = 'measured answers are a list, or a tally of one';
  const fix = 'pass [{ probability, correct }], or what tally() returned';
  for (const answer of eachOf(answers, 'answers', rule, fix)) {
    gathered.add(encode(answer, index));
    index += 1;
  }
  return gathered.toTally();
}

/** Answers that are added up one by one, as {@link encodeMeasured} writes them. */
export interface Gathered {
  add(code: number): void;
  toTally(): Tally;
}

/** Begins to add up: what is kept are the different probabilities. */
export function gather(): Gathered {
  let steps = NO_COUNTS;
  let buffer = new Float64Array(SMALLEST);
  let used = 0;
  return {
    add(code) {
      if (used === buffer.length) {
        steps = merge(steps, buffer);
        // As large as what is kept already, so each probability is merged a few times and no more.
        buffer = new Float64Array(Math.max(SMALLEST, steps.units.length));
        used = 0;
      }
      buffer[used] = code;
      used += 1;
    },
    toTally: () => makeTally(toSteps(merge(steps, buffer.slice(0, used)))),
  };
}

/** Writes an answer as one number that sorts by probability: twice its units, and 1 for correct. */
export function encodeMeasured(probability: number, correct: boolean): number {
  return Math.round(probability * UNITS) * 2 + (correct ? 1 : 0);
}

/** Makes a tally of steps that are in order. */
export function makeTally(steps: readonly TallyStep[]): Tally {
  let count = 0;
  let correct = 0;
  for (const step of steps) {
    count += step.count;
    correct += step.correct;
    Object.freeze(step);
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

/** How many answers are gathered before they are merged. */
const SMALLEST = 1_024;

/** Whole units that probabilities are counted in: 12 decimals. */
const UNITS = 1e12;

/** The different probabilities in units, lowest first, and their answers. */
interface Counts {
  readonly units: Float64Array;
  readonly counts: Float64Array;
  readonly rights: Float64Array;
}

const NO_COUNTS: Counts = {
  units: /* @__PURE__ */ new Float64Array(0),
  counts: /* @__PURE__ */ new Float64Array(0),
  rights: /* @__PURE__ */ new Float64Array(0),
};

/** Sorts gathered answers, and adds them to those that are counted already. */
function merge(before: Counts, gathered: Float64Array): Counts {
  gathered.sort();
  const most = before.units.length + gathered.length;
  const units = new Float64Array(most);
  const counts = new Float64Array(most);
  const rights = new Float64Array(most);
  let [size, old, fresh] = [0, 0, 0];
  while (old < before.units.length || fresh < gathered.length) {
    const left = before.units[old] ?? Number.POSITIVE_INFINITY;
    const right = Math.floor((gathered[fresh] ?? Number.POSITIVE_INFINITY) / 2);
    const unit = Math.min(left, right);
    let [count, correct] = [0, 0];
    if (left === unit) {
      count = before.counts[old] ?? 0;
      correct = before.rights[old] ?? 0;
      old += 1;
    }
    // The right ones of a probability come after the wrong ones.
    for (let one = gathered[fresh]; one !== undefined && one <= unit * 2 + 1; ) {
      count += 1;
      correct += one - unit * 2;
      fresh += 1;
      one = gathered[fresh];
    }
    units[size] = unit;
    counts[size] = count;
    rights[size] = correct;
    size += 1;
  }
  return {
    units: units.slice(0, size),
    counts: counts.slice(0, size),
    rights: rights.slice(0, size),
  };
}

function toSteps({ units, counts, rights }: Counts): readonly TallyStep[] {
  const steps: TallyStep[] = [];
  for (let index = units.length - 1; index >= 0; index -= 1) {
    const probability = (units[index] ?? 0) / UNITS;
    steps.push({ probability, count: counts[index] ?? 0, correct: rights[index] ?? 0 });
  }
  return steps;
}

/** Reads an answer that comes from outside. */
function encode(answer: unknown, index: number): number {
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
  // Adding turns -0 into 0, which sorting would tell apart.
  return encodeMeasured(probability, correct);
}

function refuseAnswer(path: string, rule: string): never {
  return refuseLabel(path, rule, 'leave out what has no decision probability');
}

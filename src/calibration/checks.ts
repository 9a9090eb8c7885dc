/**
 * What numbers that come from outside must be, and the errors for those that are not.
 *
 * @module
 */
import { isJudgementError, JudgeError } from '../errors.js';

/** What a probability is rounded to, once, before anything is done with it: 1 - 0.07 is 0.93. */
const SCALE = 1e12;

/** Rounds to 12 decimals. */
export function rounded(value: number): number {
  return Math.round(value * SCALE) / SCALE;
}

/** Reads a number from 0 to 1 that the caller chose. */
export function readUnit(value: unknown, path: string): number {
  if (isUnit(value)) return value + 0;
  return refuseOption(path, 'it is a number from 0 to 1', 'pass 0.95 or the like: no percentage');
}

/** Reads a number between 0 and 1, neither included: a risk, or a confidence. */
export function readOpenUnit(value: unknown, path: string): number {
  if (isUnit(value) && value > 0 && value < 1) return value;
  return refuseOption(path, 'it is a number above 0 and below 1', 'pass 0.05 or the like');
}

/** Reads a whole number within bounds. */
export function readWhole(value: unknown, least: number, most: number, path: string): number {
  if (isWhole(value) && value >= least && value <= most) return value;
  const rule = `it is a whole number from ${least} to ${most}`;
  return refuseOption(path, rule, 'pass a number in this range');
}

/** Reads one of a few words. */
export function readWord<const W extends string>(
  value: unknown,
  words: readonly W[],
  path: string,
): W {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  return refuseOption(path, `it is one of ${words.join(', ')}`, 'pass one of them');
}

/** Whether a value is a number from 0 to 1. */
export function isUnit(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** Whether a value is a whole number that a double holds exactly. */
export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/**
 * Reads a list one by one. What its own iterator throws is told with the place of the list, but for our
 * own errors, which say more.
 */
export function* eachOf(
  list: unknown,
  path: string,
  rule: string,
  fix: string,
): Generator<unknown> {
  const iterator = attempt(path, () => iteratorOf(list));
  if (iterator === undefined) refuseLabel(path, rule, fix);
  let isDone = false;
  try {
    for (;;) {
      const step = attempt(path, () => {
        const { done, value } = iterator.next();
        return { done, value };
      });
      isDone = step.done === true;
      if (isDone) return;
      yield step.value;
    }
  } finally {
    if (!isDone) iterator.return?.();
  }
}

/** Text can be iterated, and is no list of anything here. */
function iteratorOf(list: unknown): Iterator<unknown> | undefined {
  if (typeof list !== 'object' || list === null || !(Symbol.iterator in list)) return undefined;
  const { [Symbol.iterator]: iterate } = list;
  const iterator: unknown = typeof iterate === 'function' ? iterate.call(list) : undefined;
  return isIterator(iterator) ? iterator : undefined;
}

function isIterator(value: unknown): value is Iterator<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'next' in value &&
    typeof value.next === 'function'
  );
}

/** Reads what may throw by itself, such as a getter, and says where it was. */
export function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (isJudgementError(cause)) throw cause;
    const rule = 'it can be read without an error of its own';
    throw new JudgeError('bad_label', { path, rule, fix: 'look at the cause', cause });
  }
}

/** Throws for an option that the caller passed. */
export function refuseOption(path: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path, rule, fix });
}

/** Throws for labelled data. */
export function refuseLabel(path: string, rule: string, fix: string): never {
  throw new JudgeError('bad_label', { path, rule, fix });
}

/** Throws for a record of a calibration. */
export function refuseRecord(path: string, rule: string, fix: string): never {
  throw new JudgeError('bad_record', { path, rule, fix });
}

/**
 * Time comes in as a function of the caller's, and goes out as RFC 3339 text.
 *
 * @module
 */

import { JudgeError } from './errors.js';
import type { Clock } from './judge.js';

/**
 * Reads the clock once.
 *
 * @throws {@link JudgeError} `bad_option` for what is no time that RFC 3339 can write.
 */
export function readClock(clock: Clock): number {
  const now: unknown = typeof clock === 'function' ? clock() : undefined;
  if (typeof now === 'number' && now >= 0 && now < YEAR_10000) return now;
  throw new JudgeError('bad_option', {
    path: 'options.clock',
    rule: 'a clock returns milliseconds since 1970, before the year 10000',
    fix: 'return what Date.now() does',
  });
}

/** Writes a time as RFC 3339 in UTC, cut to whole seconds. */
export function toRfc3339(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Whether a value is a time as {@link toRfc3339} writes it; such texts sort as their times do. */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && TIMESTAMP.test(value);
}

/** `YYYY-MM-DDTHH:MM:SSZ`. */
const TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}Z$/;

const YEAR_10000 = 253_402_300_800_000;

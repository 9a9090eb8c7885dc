/**
 * Counting what holds and keeping what does not.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util';

/** What came of the checks against one program. */
export interface Tally {
  /** The number of checks that hold. */
  readonly passed: number;
  /** One line for each check that does not. */
  readonly failures: readonly string[];
  /** Counts one check: the value is, in every member, what it has to be. */
  equal(what: string, actual: unknown, expected: unknown): void;
}

/** Begins to count. */
export function makeTally(): Tally {
  const failures: string[] = [];
  let passed = 0;
  return {
    get passed() {
      return passed;
    },
    failures,
    equal(what, actual, expected) {
      if (isDeepStrictEqual(actual, expected)) passed += 1;
      else failures.push(`${what}: ${show(actual)}, not ${show(expected)}`);
    },
  };
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

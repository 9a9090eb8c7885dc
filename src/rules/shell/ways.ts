/**
 * In which ways a program may run others, by its name alone.
 *
 * @module
 */
import { interpreterNames, SIMPLE_NAME } from './code.js';
import type { Execution } from './execution.js';
import { FILE_RUNNERS } from './scripts.js';
import type { Word } from './word.js';
import { wrapperNames } from './wrappers.js';

/** In which ways a program may run others. */
export interface Ways {
  readonly wraps: boolean;
  readonly files: boolean;
  readonly code: boolean;
}

/** The ways of a program by its plain name: nearly all that are called have none. */
export function waysOf({ name, settings }: Execution, word: Word): Ways {
  if (settings.length > 0 || word.text !== name || !SIMPLE_NAME.test(name)) return ALL_WAYS;
  launchers ??= readWays();
  return launchers.get(name) ?? NO_WAYS;
}

function readWays(): ReadonlyMap<string, Ways> {
  const wrappers = new Set(wrapperNames());
  const runners = new Set(FILE_RUNNERS);
  const interpreters = new Set(interpreterNames());
  const ways = new Map<string, Ways>();
  for (const name of [...wrappers, ...runners, ...interpreters]) {
    const wraps = wrappers.has(name);
    ways.set(name, { wraps, files: runners.has(name), code: interpreters.has(name) });
  }
  return ways;
}

/** Made of constant tables when they are first needed. */
let launchers: ReadonlyMap<string, Ways> | undefined;

const ALL_WAYS: Ways = { wraps: true, files: true, code: true };

/** The ways of a program that runs no other. */
export const NO_WAYS: Ways = { wraps: false, files: false, code: false };
